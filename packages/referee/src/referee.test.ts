import { createRollback, stateChecksum } from '@lite-rollback/core';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { changed, duel, GOAL, playAlone, playOnline, pressing, type Duel } from '../test/duel.js';
import { idleReplay, reseal } from '../test/forge.js';
import { referee } from './referee.js';
import type { Upload, Verdict } from './verdict.js';

/** A match that player 1 wins, as both machines of a bad network wrote it down. */
let honest: { replays: Uint8Array[]; late: Uint8Array };
/** The same inputs pressed at one machine: another seed, so another match. */
let alone: Uint8Array;
beforeAll(() => {
  honest = playOnline([duel, duel], pressing(5));
  alone = playAlone(duel, 5000, pressing(5));
});

const upload = (by: 'ann' | 'ben', bytes: Uint8Array): Upload => ({ by, players: [by === 'ann' ? 0 : 1], bytes });
const both = (ann: Uint8Array, ben: Uint8Array): Upload[] => [upload('ann', ann), upload('ben', ben)];
const judge = (ann: Uint8Array, ben: Uint8Array, game: Duel = duel): Promise<Verdict> => referee(game, both(ann, ben));
function withByte(at: number, byte: number): Uint8Array {
  const bytes = alone.slice();
  bytes[at] = byte;
  return bytes;
}
const statuses = ({ sides }: Verdict): string[] =>
  sides.map(({ finding }) => (finding.status === 'refused' ? finding.code : finding.status));

describe('an honest match', () => {
  it('is won, and both sides confirm it', async () => {
    const verdict = await judge(honest.replays[0]!, honest.replays[1]!);
    expect(verdict).toMatchObject({
      game: 'duel/1',
      outcome: 'won',
      reason: 'over',
      winners: [1],
      confirmedBy: ['ann', 'ben'],
      departed: [],
    });
    expect(verdict.frames).toBeGreaterThan(300);
    expect(statuses(verdict)).toEqual(['verified', 'verified']);
    expect(verdict.message).toBe(`player 1 won after ${verdict.frames} frames`);
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
  });
  it('names the files that it is about', async () => {
    const { sides } = await referee(duel, [upload('ann', new TextEncoder().encode('abc'))]);
    // The example of FIPS 180-4.
    expect(sides[0]!.sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
  it('is a draw where nobody won', async () => {
    expect(await judge(alone, alone, changed({ winners: () => [] }))).toMatchObject({
      outcome: 'drawn',
      reason: 'over',
      winners: [],
      confirmedBy: ['ann', 'ben'],
    });
  });
  it('may be won by several', async () => {
    const team = changed({ winners: () => [1, 0] });
    expect(await judge(alone, alone, team)).toMatchObject({ outcome: 'won', winners: [1, 0] });
  });
  it('is unfinished where it was broken off', async () => {
    const bytes = playAlone(duel, 100, pressing(5));
    expect(await judge(bytes, bytes)).toMatchObject({
      outcome: 'unfinished',
      reason: 'not-over',
      winners: [],
      frames: 100,
    });
  });
  it('is judged from one replay, too: nobody contradicts it, and one side alone confirms it', async () => {
    expect(await referee(duel, [upload('ann', alone)])).toMatchObject({ outcome: 'won', confirmedBy: ['ann'] });
  });
  it('of an empty replay is unfinished', async () => {
    const bytes = playAlone(duel, 0, pressing(5));
    expect(await judge(bytes, bytes)).toMatchObject({ outcome: 'unfinished', frames: 0 });
  });
});

describe('a side that departs from the game', () => {
  it('is named, with the frame, and the other one’s replay decides', async () => {
    // Ann's machine gives her ten points for nothing in frame 150, and plays on after the desync.
    const cheat = changed({
      simulate(fields, inputs, frame) {
        duel.simulate(fields, inputs, frame);
        if (frame === 150) fields.score[0] = fields.score[0]! + 10;
      },
    });
    const { replays } = playOnline([cheat, duel], pressing(5));
    const verdict = await judge(replays[0]!, replays[1]!);
    expect(verdict).toMatchObject({ outcome: 'won', winners: [1], confirmedBy: ['ben'], departed: [{ by: 'ann' }] });
    // Found with the block's checksum, at most 59 frames on.
    expect(verdict.departed[0]!.frame).toBeGreaterThanOrEqual(150);
    expect(verdict.departed[0]!.frame).toBeLessThan(210);
    const [ann] = verdict.sides;
    expect(ann!.finding).toMatchObject({ status: 'departed', frame: verdict.departed[0]!.frame });
  });
  it('is named where its replay goes on after the end', async () => {
    const endless = changed({ isOver: () => false });
    const bytes = playAlone(endless, 4000, pressing(5));
    const verdict = await judge(bytes, alone);
    expect(verdict).toMatchObject({
      outcome: 'won',
      winners: [1],
      confirmedBy: ['ben'],
      departed: [{ by: 'ann', frame: verdict.frames }],
    });
    expect(verdict.sides[0]!.finding).toMatchObject({ message: expect.stringContaining('goes on') });
  });
  it('is not blamed where no replay verifies: this build may be the other one', async () => {
    const other = changed({
      simulate(fields, inputs, frame) {
        duel.simulate(fields, inputs, frame);
        fields.mixed[0] = fields.mixed[0]! ^ 1;
      },
    });
    const verdict = await judge(alone, alone, other);
    expect(verdict).toMatchObject({
      outcome: 'void',
      reason: 'none-verifies',
      departed: [],
      winners: [],
      confirmedBy: [],
    });
    expect(statuses(verdict)).toEqual(['departed', 'departed']);
    expect(verdict.message).toContain('nobody is blamed');
  });
});

describe('forged replays', () => {
  it('of other inputs, checksums and all, dispute the frame: one of the two was made up', async () => {
    // Ben lets Ann sleep from frame 120 on, and wins sooner.
    const press = pressing(5);
    const forged = playAlone(duel, 5000, (player, frame) => (player === 0 && frame >= 120 ? 0 : press(player, frame)));
    const first = Array.from({ length: 500 }, (_, frame) => frame).find(
      (frame) => frame >= 120 && press(0, frame) !== 0,
    )!;
    expect(await judge(alone, forged)).toMatchObject({
      outcome: 'void',
      reason: 'inputs-differ',
      winners: [],
      dispute: { frame: first, player: 0, between: expect.arrayContaining(['ann', 'ben']) },
    });
    // A third side that departs is named all the same.
    const eve = { by: 'eve', players: [], bytes: playAlone(changed({ isOver: () => false }), 4000, pressing(5)) };
    expect(await referee(duel, [...both(alone, forged), eve])).toMatchObject({
      reason: 'inputs-differ',
      departed: [{ by: 'eve' }],
    });
  });
  it('cut short by their sender do not undo the match', async () => {
    const short = playAlone(duel, 200, pressing(5));
    const verdict = await judge(short, alone);
    expect(verdict).toMatchObject({ outcome: 'won', winners: [1], confirmedBy: ['ben'], departed: [] });
    expect(statuses(verdict)).toEqual(['verified', 'verified']);
  });
  it('of another match are told apart', async () => {
    expect(await judge(alone, playAlone(duel, 5000, pressing(5), 2))).toMatchObject({
      outcome: 'void',
      reason: 'different-matches',
    });
  });
  it.each([
    ['nothing', () => new Uint8Array(0), 'not-a-replay'],
    ['a picture', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 'not-a-replay'],
    ['a replay cut in the middle', () => alone.slice(0, 100), 'truncated'],
    ['a damaged replay', () => withByte(60, alone[60]! ^ 1), 'corrupt'],
    ['another version', () => withByte(4, 2), 'version'],
    ['another game', () => playAlone(changed({ id: 'duel/2' }), 50, pressing(5)), 'game'],
    ['more bytes than allowed', () => new Uint8Array(2 * 1024 * 1024 + 1), 'too-large'],
    ['a beginning in mid-match', () => honest.late, 'starts-late'],
  ])('%s is refused, and the other side’s replay decides', async (_, bytes, code) => {
    const verdict = await judge(bytes(), alone);
    expect(statuses(verdict)).toEqual([code, 'verified']);
    expect(verdict).toMatchObject({ outcome: 'won', winners: [1], confirmedBy: ['ben'], departed: [] });
    expect(await judge(bytes(), bytes())).toMatchObject({ outcome: 'void', reason: 'none-readable' });
  });
  it('that make the game throw are refused', async () => {
    const fragile = changed({
      simulate(fields, inputs, frame) {
        if (inputs[0] === 77) throw new Error('no such move');
        duel.simulate(fields, inputs, frame);
      },
    });
    const hostile = playAlone(duel, 50, (player, frame) => (player === 0 && frame === 40 ? 77 : 0));
    const verdict = await judge(hostile, alone, fragile);
    expect(verdict.sides[0]!.finding).toEqual({
      status: 'refused',
      code: 'game-threw',
      message: 'the game threw in frame 40: Error: no such move',
    });
    expect(verdict).toMatchObject({ outcome: 'won', winners: [1] });
    const init = changed({
      init() {
        throw new Error('no such seed');
      },
    });
    expect(await judge(alone, alone, init)).toMatchObject({
      outcome: 'void',
      reason: 'none-readable',
      sides: [{ finding: { code: 'game-threw' } }, {}],
    });
  });
  it('with any bytes changed never decide otherwise than the honest one', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(alone.length - 1), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        fc.nat(alone.length),
        async (changes, seal, cut) => {
          const bytes = alone.slice(0, cut > alone.length / 2 ? alone.length : cut * 2);
          for (const [at, change] of changes) if (at < bytes.length) bytes[at] = bytes[at]! ^ change;
          if (seal) reseal(bytes);
          const verdict = await judge(bytes, alone);
          // A seed of another match voids it, and no change makes Ann win or blames Ben.
          expect(['won', 'void']).toContain(verdict.outcome);
          if (verdict.outcome === 'won') expect(verdict.winners).toEqual([1]);
          else expect(['different-matches', 'inputs-differ']).toContain(verdict.reason);
          expect(verdict.departed.map(({ by }) => by)).not.toContain('ben');
        },
      ),
      { numRuns: 300 },
    ),
  );
});

describe('enormous replays', () => {
  /** Of the state in which nobody has pressed anything, with the seed 1. */
  function idleSum(): number {
    const ring = createRollback({ capacity: 1, fields: duel.fields });
    duel.init?.(ring.fields, 1);
    return stateChecksum(ring);
  }
  /** 40 million frames, every checksum of them right: 5.3 MB. */
  let enormous: Uint8Array;
  beforeAll(() => {
    enormous = idleReplay(666_667, idleSum());
  });
  /** A game that counts what it is made to simulate. */
  function counting(): { game: Duel; simulated: () => number } {
    let count = 0;
    const game = changed({
      simulate(fields, inputs, frame) {
        count++;
        duel.simulate(fields, inputs, frame);
      },
    });
    return { game, simulated: () => count };
  }
  it('the forger’s replays are whole, where they are short', async () => {
    const bytes = idleReplay(10, idleSum());
    expect(await judge(bytes, bytes)).toMatchObject({
      outcome: 'unfinished',
      frames: 600,
      confirmedBy: ['ann', 'ben'],
    });
  });
  it('of 40 million frames are not even opened', async () => {
    const { game, simulated } = counting();
    const verdict = await referee(game, both(enormous, alone));
    expect(statuses(verdict)).toEqual(['too-large', 'verified']);
    expect(simulated()).toBe(verdict.frames);
  });
  it('of 40 million frames are not played, where so many bytes are allowed', async () => {
    const { game, simulated } = counting();
    const verdict = await referee(game, both(enormous, alone), { bytes: 10_000_000 });
    expect(statuses(verdict)).toEqual(['too-long', 'verified']);
    expect(simulated()).toBe(verdict.frames);
  });
  it('of 40 million frames are played until the time is up, where so many frames are allowed as well', async () => {
    const { game, simulated } = counting();
    // A clock by which every look takes a millisecond.
    let time = 0;
    const verdict = await referee(
      game,
      both(enormous, alone),
      { bytes: 1e7, frames: 1e8, milliseconds: 5000 },
      () => time++,
    );
    expect(statuses(verdict)).toEqual(['out-of-time', 'verified']);
    expect(verdict.sides[0]!.finding).toMatchObject({ frame: expect.any(Number) });
    expect(verdict).toMatchObject({ outcome: 'won', winners: [1], confirmedBy: ['ben'] });
    expect(simulated()).toBeLessThan(2500 + verdict.frames);
    // No time for anyone.
    expect(
      await referee(game, both(enormous, enormous), { bytes: 1e7, frames: 1e8, milliseconds: 100 }, () => time++),
    ).toMatchObject({
      outcome: 'void',
      reason: 'out-of-time',
      departed: [],
    });
  });
  it('may not be compared for ever either', async () => {
    let time = 0;
    // Enough to play both, and not to compare 600 frames: the clock jumps once both are played.
    const looks: number[] = [];
    const bytes = idleReplay(10, idleSum());
    const verdict = await referee(duel, both(bytes, bytes), { milliseconds: 10_000 }, () => {
      looks.push(time);
      if (looks.length > 1210) time += 1000;
      return time;
    });
    expect(verdict).toMatchObject({
      outcome: 'void',
      reason: 'out-of-time',
      message: expect.stringContaining('compare'),
    });
  });
});

describe('a caller’s mistake', () => {
  const ann = (): Upload => upload('ann', alone);
  it.each([
    ['a game without an end', () => referee({ ...duel, isOver: undefined as never }, [ann()]), /isOver/],
    ['a game without winners', () => referee({ ...duel, winners: undefined as never }, [ann()]), /winners/],
    ['a game that is none', () => referee({ ...duel, numPlayers: 0 }, [ann()]), /numPlayers/],
    ['no uploads', () => referee(duel, []), /1 to 32 uploads/],
    [
      'too many',
      () =>
        referee(
          duel,
          Array.from({ length: 33 }, (_, i) => ({ ...ann(), by: String(i) })),
        ),
      /1 to 32 uploads/,
    ],
    ['one name twice', () => referee(duel, [ann(), ann()]), /"ann"/],
    ['no bytes', () => referee(duel, [{ ...ann(), bytes: 'x' as never }]), /Uint8Array/],
    ['a player that the game has not', () => referee(duel, [{ ...ann(), players: [2] }]), /\[0, 1\]/],
    [
      'a misspelt limit',
      () => referee(duel, [ann()], { byte: 5 } as never),
      /no 'byte': there are bytes, frames, milliseconds/,
    ],
    ['a limit that is none', () => referee(duel, [ann()], { frames: Number.NaN }), /frames/],
    ['a limit of nothing', () => referee(duel, [ann()], { milliseconds: 0 }), /at least 1/],
    [
      'winners that are none',
      () => referee(changed({ winners: () => [2] }), [ann()]),
      /winners\(\) must return.*\[2\]/,
    ],
    ['winners twice', () => referee(changed({ winners: () => [0, 0] }), [ann()]), /different handles/],
    ['winners in words', () => referee(changed({ winners: () => 'ann' as never }), [ann()]), /"ann"/],
  ])('%s rejects', async (_, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });
  it('what winners throws is not a finding about anybody', async () => {
    const broken = changed({
      winners() {
        throw new Error('my own fault');
      },
    });
    await expect(referee(broken, [ann()])).rejects.toThrow('my own fault');
  });
});

it('the match of these tests is one', () => {
  expect(GOAL).toBeGreaterThan(10);
  expect(alone.length).toBeGreaterThan(150);
});
