// WCAG 2 A and AA of a page as it stands, by axe-core: what it can tell by rule. What is drawn on a canvas it cannot
// see.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules of these levels, and no matters of taste. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A phone, and a desktop. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Audited = typeof globalThis & { axe: { run(context: Document, options: object): Promise<AxeResults> } };

export interface Audit {
  /** One line for each violation: where, which rule, what about it. */
  readonly faults: readonly string[];
  /** Rules that found something to hold. A page on which nothing was checked has none. */
  readonly passed: number;
}

/** Audits `page` at both sizes, and leaves it at the first. `name` is how the screen is called in faults. */
export async function audit(page: Page, name: string): Promise<Audit> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const faults: string[] = [];
  let passed = Infinity;
  for (const size of [...SIZES].reverse()) {
    await page.setViewportSize(size);
    const results = await page.evaluate(
      (values) =>
        (globalThis as Audited).axe.run(document, {
          runOnly: { type: 'tag', values },
          resultTypes: ['violations', 'passes'],
        }),
      TAGS,
    );
    passed = Math.min(passed, results.passes.length);
    for (const { id, nodes } of results.violations) {
      for (const node of nodes)
        faults.push(
          `${name} at ${size.width}: ${id}: ${node.target.join(' ')}: ${node.failureSummary?.replaceAll('\n', ' ') ?? ''}`,
        );
    }
  }
  return { faults, passed };
}
