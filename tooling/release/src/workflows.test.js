// The workflows are GitHub's to run: here they are read by GitHub's own parser, and held to what this repository wants
// of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(`${root}${path}`, 'utf8');
const manifest = JSON.parse(read('package.json'));
const files = readdirSync(`${root}.github/workflows`).map((name) => `.github/workflows/${name}`);
const actionLines = (/** @type {string} */ text) => [...text.matchAll(/\buses: *(.+)$/gm)].map(([, line = '']) => line);

it('there are a test and a release', () => {
  expect(files.sort()).toEqual(['.github/workflows/release.yml', '.github/workflows/test.yml']);
});

describe.each(files)('%s', (file) => {
  const content = read(file);
  const workflow = parse(content);

  it('is a workflow to GitHub’s parser', async () => {
    const { context, value } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter());
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
    if (value === undefined) throw new Error(`${file} is empty`);
    const template = await convertWorkflowTemplate(context, value);
    expect(template.errors ?? []).toEqual([]);
    expect(template.jobs.length).toBeGreaterThan(0);
  });

  it('pins each action to a commit and says which version that is', () => {
    const lines = actionLines(content);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(line).toMatch(/^(?:\.\/\.github\/workflows\/\S+|[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  });

  it('may do no more than read, except where a job says why', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const line of content.split('\n').filter((one) => /: write\b/.test(one))) expect(line).toMatch(/ # \S/);
  });

  it('ends each job of its own after a time', () => {
    for (const [name, job] of Object.entries(workflow.jobs))
      if (job.uses === undefined) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
  });

  it('calls the pnpm of this repository, scripts that exist and files that exist', () => {
    for (const [, version] of content.matchAll(/pnpm@([\d.]+)/g))
      expect(`pnpm@${version}`).toBe(manifest.packageManager);
    for (const [, script = ''] of content.matchAll(/pnpm@[\d.]+ run (\S+)/g))
      expect(manifest.scripts, script).toHaveProperty(script);
    for (const [, path = ''] of content.matchAll(/run: (\.ci\/\S+)/g))
      expect(existsSync(`${root}${path}`), path).toBe(true);
    for (const line of actionLines(content).filter((one) => one.startsWith('./')))
      expect(existsSync(`${root}${line}`), line).toBe(true);
  });
});

describe('the release', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'));

  it('comes after the tests, in this repository alone, and signs what it publishes', () => {
    expect(jobs.test.uses).toBe('./.github/workflows/test.yml');
    expect(jobs.release.needs).toBe('test');
    expect(manifest.repository.url).toContain(/'(.+)'/.exec(jobs.release.if)?.[1]);
    expect(jobs.release.permissions['id-token']).toBe('write');
    const step = jobs.release.steps.at(-1);
    expect(step.uses).toMatch(/^changesets\/action@/);
    expect(step.env.PNPM_CONFIG_PROVENANCE).toBe('true');
    expect(step.with).toMatchObject({
      version: expect.stringMatching(/run version$/),
      publish: expect.stringMatching(/run release$/),
    });
  });

  it('has no step between the tests and the packages that could bring in something else', () => {
    expect(jobs.release.steps.map((/** @type {any} */ step) => step.run ?? step.uses.split('@')[0])).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npx -y pnpm@12.21.0 install --frozen-lockfile',
      'changesets/action',
    ]);
  });
});

describe('forms', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const forms = readdirSync(`${root}${folder}`).filter((name) => name !== 'config.yml');

  it.each(forms)('%s asks for something, each under an id of its own', (name) => {
    const form = parse(read(`${folder}/${name}`));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const ids = form.body.map((/** @type {{ id: string }} */ { id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, attributes } of form.body) {
      expect(['textarea', 'input', 'dropdown']).toContain(type);
      expect(attributes.label).toBeTypeOf('string');
      if (type === 'dropdown') expect(attributes.options.length).toBeGreaterThan(1);
    }
  });

  it('name every public package, and lead to pages of this repository', () => {
    const packages = readdirSync(`${root}packages`).map((name) => `@lite-rollback/${name}`);
    const { body } = parse(read(`${folder}/bug.yml`));
    const where = body.find((/** @type {{ id: string }} */ { id }) => id === 'package');
    expect(where.attributes.options).toEqual(expect.arrayContaining(packages));
    const home = manifest.repository.url.replace(/^git\+|\.git$/g, '');
    for (const { url } of parse(read(`${folder}/config.yml`)).contact_links) {
      expect(url.startsWith(`${home}/`), url).toBe(true);
      const [, path] = /\/blob\/main\/(.+)$/.exec(url) ?? [];
      if (path !== undefined) expect(existsSync(`${root}${path}`), path).toBe(true);
    }
  });

  it('dependabot watches the actions', () => {
    const { version, updates } = parse(read('.github/dependabot.yml'));
    expect(version).toBe(2);
    expect(updates).toMatchObject([{ 'package-ecosystem': 'github-actions', directory: '/' }]);
  });
});
