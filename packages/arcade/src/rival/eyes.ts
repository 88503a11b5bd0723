// What somebody sees of a match one reaction time late: a delay line of the pictures that their
// machine has shown. A rollback changes the state of a frame; it does not change what was seen of it.
import {
  createRollback,
  NULL_FRAME,
  type FieldArray,
  type FieldSpecs,
  type FieldViews,
  type Frame,
} from '@lite-rollback/core';

/** A pair of eyes, and the nerves behind them. */
export interface Eyes<F extends FieldSpecs> {
  /** Once a tick: the picture that the machine shows now, and its frame. It is copied. */
  see(fields: FieldViews<F>, frame: Frame): void;
  /** What was shown `late` calls of see() before the last one; undefined until there have been so many. Read-only. */
  seen(): FieldViews<F> | undefined;
  /** Its frame; −1 until there is one. */
  seenFrame(): Frame;
}

/** `late` in calls of see(), an integer from 0 on. */
export function createEyes<F extends FieldSpecs>(fields: F, late: number): Eyes<F> {
  // The state ring of a rollback is a delay line, too: what was committed `late` commits ago is still there.
  const ring = createRollback({ capacity: powerOfTwo(late + 1), fields });
  const copy = createCopier(ring.fields);
  const frames = new Int32Array(late + 1).fill(NULL_FRAME);
  let looks = 0;

  return {
    see(shown, frame) {
      copy(shown);
      ring.commit();
      frames[looks++ % frames.length] = frame;
    },
    seen: () => (ring.depth() > late ? ring.peek(late) : undefined),
    seenFrame: () => frames[looks % frames.length] ?? NULL_FRAME, // the oldest: what the next look writes over
  };
}

/**
 * Copies views of the same game into `to`. Those of one snapshot lie in one run of bytes, which is copied at once: many
 * small copies cost ten times as much. Each object of views is looked at once; a match has a few dozen of them.
 */
function createCopier<F extends FieldSpecs>(to: FieldViews<F>): (from: FieldViews<F>) => void {
  const target = snapshotBytes(to, to);
  const known = new WeakMap<object, Uint8Array | 'apart'>();
  return (from) => {
    let source = known.get(from);
    if (source === undefined) known.set(from, (source = snapshotBytes(from, to) ?? 'apart'));
    if (source !== 'apart' && target !== undefined) return target.set(source);
    const views = asArrays(to);
    for (const [name, view] of Object.entries(asArrays(from))) views[name]?.set(view as ArrayLike<number> as never);
  };
}

/** The bytes of `views` from the first to the last, where they lie as those of `like` do. */
function snapshotBytes<F extends FieldSpecs>(views: FieldViews<F>, like: FieldViews<F>): Uint8Array | undefined {
  const model = asArrays(like);
  const all = Object.entries(asArrays(views)).map(([name, view]) => ({ view, model: model[name] }));
  const start = Math.min(...all.map(({ view }) => view.byteOffset));
  const modelStart = Math.min(...Object.values(model).map((view) => view.byteOffset));
  const end = Math.max(...all.map(({ view }) => view.byteOffset + view.byteLength));
  const buffer = all[0]?.view.buffer;
  const alike = all.every(
    ({ view, model: other }) =>
      view.buffer === buffer && other !== undefined && view.byteOffset - start === other.byteOffset - modelStart,
  );
  return alike && buffer !== undefined ? new Uint8Array(buffer, start, end - start) : undefined;
}

/** A game's views by name, each a typed array: what FieldViews says of every game at once. */
function asArrays<F extends FieldSpecs>(views: FieldViews<F>): Readonly<Record<string, FieldArray>> {
  return views as Readonly<Record<string, FieldArray>>;
}

function powerOfTwo(least: number): number {
  let power = 1;
  while (power < least) power *= 2;
  return power;
}
