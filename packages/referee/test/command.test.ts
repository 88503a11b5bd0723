// The command as it is built, run as a user runs it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVerdict, type Verdict } from '../src/index.js';
import { changed, duel, playAlone, pressing } from './duel.js';

const COMMAND = fileURLToPath(new URL('../dist/command.js', import.meta.url));
/** The game of duel.ts as a module of its own. */
const GAME = `
import { defineGame } from '@lite-rollback/core';
const base = defineGame({
  id: 'duel/1',
  numPlayers: 2,
  fields: { score: { type: Int32Array, length: 2 }, mixed: { type: Uint32Array, length: 1 } },
  init({ mixed }, seed) { mixed[0] = seed; },
  simulate: SIMULATE,
  isOver: ({ score }) => score[0] >= 60 || score[1] >= 60,
});
export const game = { ...base, winners: ({ score }) => (score[0] === score[1] ? [] : [score[0] > score[1] ? 0 : 1]) };
`;
const SIMULATE = `({ score, mixed }, inputs) => {
  for (let player = 0; player < 2; player++) {
    const input = inputs[player];
    if (input === 0) continue;
    mixed[0] = Math.imul(mixed[0] ^ input, 0x9e3779b1) + player;
    if ((input & 1) !== 0 && mixed[0] % 3 === 0) score[player] += 1;
  }
}`;

let dir: string;
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(dir, name), content);
  return name;
};
beforeAll(() => {
  // Inside this package, so that the game's import resolves.
  dir = mkdtempSync(fileURLToPath(new URL('../.command-', import.meta.url)));
  file('game.mjs', GAME.replace('SIMULATE', SIMULATE));
  file('endless.mjs', GAME.replace('SIMULATE', '() => { for (;;); }'));
  file('silent.mjs', 'export const play = 1;');
  file('won.replay', playAlone(duel, 5000, pressing(5)));
  file('short.replay', playAlone(duel, 100, pressing(5)));
  file('garbage.replay', 'garbage');
  file('gone-on.replay', playAlone(changed({ isOver: () => false }), 4000, pressing(5)));
});
afterAll(() => rmSync(dir, { recursive: true }));

const run = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd: dir, timeout: 50_000 }, (error, out, err) => {
      // A number where the program ended by itself.
      resolve({ code: error === null ? 0 : Number(error.code), out: out.trimEnd(), err });
    });
  });

describe('lite-rollback-referee', () => {
  it('says who won', async () => {
    const { code, out } = await run('--game', 'game.mjs', 'ann=0:won.replay', 'ben=1:won.replay');
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^won: player 1 won after \d+ frames$/),
      expect.stringMatching(/^ {2}ann: verified, \d+ frames$/),
      expect.stringMatching(/^ {2}ben: verified, \d+ frames$/),
    ]);
    expect(code).toBe(0);
  });
  it('says who departed, and what could not be read', async () => {
    const { code, out } = await run(
      '--game',
      'game.mjs',
      'ann=0:gone-on.replay',
      'ben=1:won.replay',
      'eve=1:garbage.replay',
      'joe=1:short.replay',
    );
    expect(out).toMatch(/^won: player 1 won/);
    expect(out).toMatch(/ann: departed: the match was over after frame \d+, and the replay goes on/);
    expect(out).toMatch(/eve: refused, not-a-replay: /);
    expect(out).toMatch(/joe: verified, 100 frames, not all of them/);
    expect(code).toBe(0);
  });
  it('ends with 3 for an unfinished match, and with 4 for a void one', async () => {
    expect(await run('--game', 'game.mjs', 'ann=0:short.replay')).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^unfinished: /),
    });
    expect(await run('--game', 'game.mjs', 'ann=0:garbage.replay')).toMatchObject({
      code: 4,
      out: expect.stringMatching(/^void: /),
    });
  });
  it('prints JSON, under the limits it is given', async () => {
    const { out } = await run(
      '--game',
      'game.mjs',
      '--json',
      '--frames',
      '50',
      '--bytes',
      '100000',
      '--ms',
      '900',
      'ann=0:won.replay',
    );
    const verdict = JSON.parse(out) as Verdict;
    expect(verdict.sides[0]!.finding).toMatchObject({ status: 'refused', code: 'too-long' });
    const small = JSON.parse(
      (await run('--game', 'game.mjs', '--json', '--bytes', '50', 'ann=0:won.replay')).out,
    ) as Verdict;
    expect(small.sides[0]!.finding).toMatchObject({ code: 'too-large' });
  });
  it('signs with a key of either kind', async () => {
    const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
    file('ed25519.jwk', JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey)));
    const signed = await run('--game', 'game.mjs', '--key', 'ed25519.jwk', 'ann=0:won.replay');
    expect(await openVerdict(signed.out, pair.publicKey)).toMatchObject({ outcome: 'won', winners: [1] });
    const secret = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify']);
    file('hmac.jwk', JSON.stringify(await crypto.subtle.exportKey('jwk', secret)));
    const { out } = await run('--game', 'game.mjs', '--key', 'hmac.jwk', 'ann=0:won.replay');
    expect(await openVerdict(out, secret)).toMatchObject({ outcome: 'won' });
  });
  it('stops a game that never comes back', async () => {
    const { code, out } = await run('--game', 'endless.mjs', '--ms', '100', 'ann=0:won.replay');
    expect(out).toMatch(/^void: no replay could be judged in time/);
    expect(code).toBe(4);
  });
  it.each([
    [['ann=0:won.replay'], /--game is missing/],
    [['--game', 'game.mjs'], /no replay/],
    [['--game', 'game.mjs', 'won.replay'], /NAME=PLAYERS:FILE/],
    [['--game', 'game.mjs', 'ann=0:nowhere.replay'], /no file 'nowhere.replay'/],
    [['--game', 'game.mjs', '--ms', 'soon', 'ann=0:won.replay'], /--ms must be a whole number, got 'soon'/],
    [['--game', 'game.mjs', '--key', 'nowhere.jwk', 'ann=0:won.replay'], /'nowhere.jwk' cannot be read/],
    [['--frame', '5'], /--frame/],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, err, out } = await run(...args);
    expect(err).toMatch(message);
    expect(err).toContain('Exit code:');
    expect([code, out]).toEqual([2, '']);
  });
  it.each([
    [['--game', 'silent.mjs', 'ann=0:won.replay'], /exports no `game`/],
    [['--game', 'nowhere.mjs', 'ann=0:won.replay'], /nowhere\.mjs/],
    [['--game', 'game.mjs', 'ann=7:won.replay'], /\[0, 1\]/],
  ])('says what is wrong with the module or the sides: %j', async (args, message) => {
    expect(await run(...args)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) });
  });
  it('explains itself', async () =>
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--game FILE') }));
});
