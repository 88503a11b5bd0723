import { expect } from 'vitest';
import type { MatchReport } from './webrtc-match-page.js';

/** Nearly every one of the first `frames` frames was seen by all, and every one that was is the same everywhere. */
export function expectAgreement(reports: readonly MatchReport[], frames: number): void {
  const [first, ...others] = reports.map(({ checksums }) => new Map(checksums));
  for (const other of others) {
    const common = [...other].filter(([frame]) => first?.has(frame));
    expect(common.filter(([frame, checksum]) => first?.get(frame) !== checksum)).toEqual([]);
    // A page may be held up for longer than the match keeps its states, and then skips a few.
    expect(common.length).toBeGreaterThan(frames * 0.95);
    // A game that stood still would agree, too.
    expect(new Set(common.map(([, checksum]) => checksum)).size).toBeGreaterThan(frames * 0.9);
  }
  expect(reports.map(({ desyncs }) => desyncs)).toEqual(reports.map(() => 0));
}
