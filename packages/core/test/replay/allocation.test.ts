// Recording allocates nothing a frame, but for 16 KiB when as many are full.
import { describe, expect, it } from 'vitest';
import { createMatch, defineGame, openReplay, recordMatch } from '../../src/index.js';
import { bytesPerCall } from '../allocated-bytes.js';

/** Integer additions alone: nothing that an engine would box. */
const game = defineGame({
  id: 'additions/1',
  numPlayers: 2,
  fields: { sum: { type: Int32Array, length: 40 } },
  simulate({ sum }, inputs, frame) {
    for (let i = 0; i < inputs.length; i++) sum[i] = (sum[i]! + inputs[i]!) | 0;
    sum[2 + (frame & 31)]!++;
  },
});

describe('bytes allocated a frame', () => {
  it('none by a recorder', () => {
    const match = createMatch({ game, now: () => 0 });
    const recorder = recordMatch(match);
    const inputs = [0, 0];
    let tick = 0;
    const bytes = bytesPerCall(20_000, () => {
      tick = (tick + 1) & 0xffff;
      inputs[0] = (tick >> 3) & 15;
      inputs[1] = (tick >> 4) & 3;
      match.advance(inputs);
    });
    // The list of chunks grows by a pointer in thousands of frames, a chunk's view by some 200 bytes.
    expect(bytes).toBeLessThan(0.05);
    expect(recorder.frames).toBeGreaterThan(35_000);
    expect(openReplay(game, recorder.bytes()).verify()).toBe(-1);
  });

  it('none by a player that steps where it has been before', () => {
    const match = createMatch({ game, now: () => 0 });
    const recorder = recordMatch(match);
    for (let frame = 0; frame < 600; frame++) match.advance([(frame >> 3) & 15, frame & 3]);
    const player = openReplay(game, recorder.bytes());
    player.verify();
    const bytes = bytesPerCall(20_000, () => {
      if (!player.step()) player.seek(0);
    });
    expect(bytes).toBeLessThan(0.5); // a seek in 600 frames makes a closure
  });
});
