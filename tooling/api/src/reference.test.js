// The API reference builds without a warning, and everything a package exports says what it is.
import { Application, ReflectionKind } from 'typedoc';
import { beforeAll, expect, it } from 'vitest';
import options from '../typedoc.config.js';

/** @type {import('typedoc').Application} */ let app;
/** @type {import('typedoc').ProjectReflection} */ let project;
beforeAll(async () => {
  app = await Application.bootstrapWithPlugins(options);
  const converted = await app.convert();
  if (converted === undefined) throw new Error('the packages do not compile');
  project = converted;
}, 120_000);

const modules = () => project.getChildrenByKind(ReflectionKind.Module);
const exportsOf = () =>
  modules().flatMap((module) =>
    (module.children ?? []).map((child) => ({ name: `${module.name} ${child.name}`, child })),
  );

it('finds every entry of every package', () => {
  expect(
    modules()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(
    [
      'arcade',
      'core',
      'core/loop',
      'core/testing',
      'exact',
      'exact/ease',
      'exact/fixed',
      'exact/math',
      'exact/vector',
      'local',
      'referee',
      'webrtc',
      'webrtc/peerjs',
      'webrtc/rooms',
      'webrtc/testing',
    ].map((name) => `@lite-rollback/${name}`),
  );
  const names = exportsOf().map(({ name }) => name);
  for (const name of [
    'core createMatch',
    'core Match',
    'core/loop createTickLoop',
    'core/testing runSyncTest',
    'exact definePool',
    'exact/math sin',
    'local createLocalTransport',
    'referee referee',
    'webrtc/peerjs openRoom',
  ])
    expect(names).toContain(`@lite-rollback/${name}`);
});

it('says what every export is', () => {
  const silent = exportsOf().filter(({ child }) => {
    // An export that another entry has already explained.
    if (child.isReference()) return false;
    const signatures = child.isDeclaration() ? (child.signatures ?? []) : [];
    return !child.hasComment() && !signatures.some((signature) => signature.hasComment());
  });
  expect(silent.map(({ name }) => name)).toEqual([]);
});

it('has no broken link, and no type that is used and not exported', () => {
  app.validate(project);
  expect(app.logger.hasErrors()).toBe(false);
  expect(app.logger.hasWarnings(), 'see the warnings above').toBe(false);
});
