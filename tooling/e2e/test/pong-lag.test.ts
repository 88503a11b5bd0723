// A whole match of pong at lag:10:25: two machines in one page, ten frames away from each other each way, every fourth
// packet lost.
import { expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { fastUntil, openFast } from '../src/fast-clock.js';

const browser = useBrowser();

interface LagMatch {
  state: string;
  localHandles: number[];
  on(event: 'end', handler: (end: { reason: string }) => void): void;
  session: {
    fields: { ball: Int32Array; paddleY: Int32Array; score: Int32Array };
    stats: { rollbacks: number; maxRollbackDepth: number; desyncs: number };
    frame(): number;
    depth(): number;
    confirmedFrame(): number;
    checksumAt(frame: number): number;
  };
}
interface LagReport {
  state: string;
  end: string;
  localHandles: number[];
  checksums: [number, number][];
  score: number[];
  rollbacks: number;
  deepest: number;
  desyncs: number;
}
type Scripted = typeof globalThis & {
  arcade: {
    matches: LagMatch[];
    press(handle: number, bits: number): void;
    release(handle: number, bits: number): void;
  };
  lagReports: () => LagReport[];
};

/**
 * Red fidgets in a corner, so that nearly every ball that comes to it is a goal, and Blue’s guesses about it are wrong;
 * Blue returns. A short match.
 */
function playShort(): void {
  const page = globalThis as Scripted;
  const seen = page.arcade.matches.map((match) => {
    const one = { match, next: 0, end: '', checksums: [] as [number, number][] };
    match.on('end', ({ reason }) => void (one.end = reason));
    return one;
  });
  const follow = (): void => {
    for (const one of seen) {
      const { localHandles, session } = one.match;
      const comparable = Math.min(session.confirmedFrame(), session.frame() - 1);
      for (let frame = Math.max(one.next, session.frame() - session.depth()); frame <= comparable; frame++) {
        one.checksums.push([frame, session.checksumAt(frame)]);
        one.next = frame + 1;
      }
      for (const handle of localHandles) {
        const offset = (session.fields.ball[1] ?? 0) - (session.fields.paddleY[handle] ?? 0);
        const bits =
          handle === 0 ? Math.floor(session.frame() / 13) % 2 : Math.abs(offset) < 2048 ? 0 : offset > 0 ? 2 : 1;
        page.arcade.release(handle, 3 & ~bits);
        if (bits !== 0) page.arcade.press(handle, bits);
      }
    }
  };
  setInterval(follow, 8);
  page.lagReports = () =>
    seen.map(({ checksums, end, match }) => ({
      state: match.state,
      end,
      localHandles: [...match.localHandles],
      checksums,
      score: [...match.session.fields.score],
      rollbacks: match.session.stats.rollbacks,
      deepest: match.session.stats.maxRollbackDepth,
      desyncs: match.session.stats.desyncs,
    }));
}

it('is played to seven, with deep rollbacks on both machines and the same states, and ends finished on both', async () => {
  const page = await openFast(browser, '/pong/?mode=lag:10:25');
  await fastUntil(page, 'running', 30);
  await page.evaluate(playShort);
  await fastUntil(page, 'ended', 120);
  const reports = (): Promise<LagReport[]> => page.evaluate(() => (globalThis as Scripted).lagReports());
  // The far machine’s last words come a second later.
  await expect
    .poll(async () => (await reports()).map(({ end }) => end), { timeout: 5_000 })
    .toEqual(['finished', 'finished']);
  const [near, far] = await reports();
  if (near === undefined || far === undefined) throw new Error('two ends are needed');
  expect([near.localHandles, far.localHandles]).toEqual([[0], [1]]);
  expect(Math.max(...near.score)).toBe(7);
  expect(far.score).toEqual(near.score);
  await page.getByRole('heading', { name: near.score[0] === 7 ? 'You win' : 'You lose' }).waitFor();
  for (const { deepest, desyncs, rollbacks } of [near, far]) {
    expect(desyncs).toBe(0);
    expect(deepest).toBeGreaterThanOrEqual(8);
    expect(rollbacks).toBeGreaterThan(5);
  }
  const of = new Map(near.checksums);
  const common = far.checksums.filter(([frame]) => of.has(frame));
  expect(common.filter(([frame, checksum]) => of.get(frame) !== checksum)).toEqual([]);
  expect(common.length).toBeGreaterThan(600);
  expect(new Set(common.map(([, checksum]) => checksum)).size).toBeGreaterThan(common.length * 0.9);
});
