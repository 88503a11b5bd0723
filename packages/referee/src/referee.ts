import type { FieldSpecs } from '@lite-rollback/core';
import { firstDispute, type Verified } from './compare-inputs.js';
import { examine } from './examine.js';
import { checkJudgedGame, type JudgedGame } from './judged-game.js';
import { checkLimits, type RefereeLimits } from './limits.js';
import type { Finding, Side, Upload, Verdict } from './verdict.js';

/** As many sides as a match can have players. */
const SIDES_MAX = 32;

/**
 * Judges a match from the replays of its sides: plays each of them again, and says who won, who departed from the game
 * and where. Whatever the bytes are, it comes to a verdict, in a time that the limits bound. Between two replays it
 * lets others run.
 *
 * The verdict follows the longest replay that verifies, unless another one that verifies contradicts it.
 * @param now milliseconds, default performance.now
 * @throws (the promise rejects with) TypeError or RangeError for a game, uploads or limits outside what their types
 * say; whatever `winners` throws
 */
export async function referee<F extends FieldSpecs>(
  game: JudgedGame<F>,
  uploads: readonly Upload[],
  limits: RefereeLimits = {},
  now: () => number = () => performance.now(),
): Promise<Verdict> {
  checkJudgedGame(game);
  const bounds = checkLimits(limits);
  checkUploads(uploads, game.numPlayers);
  const sides: Side[] = [];
  const verified: Verified<F>[] = [];
  for (const { by, players, bytes } of uploads) {
    // A copy: the caller may write to its own while others run.
    const own = new Uint8Array(bytes);
    const sha256 = await digest(own);
    const { finding, replay } = examine(game, own, bounds, now() + bounds.milliseconds / uploads.length, now);
    sides.push({ by, players: [...players], sha256, finding });
    if (replay !== undefined && finding.status === 'verified') verified.push({ by, replay, finding });
  }
  const deadline = now() + bounds.milliseconds / 2;
  return decide(game, sides, verified, () => now() >= deadline);
}

/** The verdict over sides of which none could be judged in time, for one who had to stop the referee from outside. */
export function outOfTimeVerdict(game: string, sides: readonly Omit<Side, 'finding'>[]): Verdict {
  const finding: Finding = { status: 'out-of-time', frame: 0, message: 'the referee was stopped: no time was left' };
  return voidVerdict(
    game,
    sides.map((side) => ({ ...side, finding })),
    'out-of-time',
    'no replay could be judged in time',
  );
}

function decide<F extends FieldSpecs>(
  game: JudgedGame<F>,
  sides: readonly Side[],
  verified: readonly Verified<F>[],
  isLate: () => boolean,
): Verdict {
  const [first, ...others] = verified;
  if (first === undefined) return noneVerified(game.id, sides);
  // This build plays the match as somebody else did: whoever departs from it can be named.
  const departed = sides.flatMap(({ by, finding }) =>
    finding.status === 'departed' ? [{ by, frame: finding.frame }] : [],
  );
  if (others.some(({ replay }) => replay.seed !== first.replay.seed))
    return {
      ...voidVerdict(
        game.id,
        sides,
        'different-matches',
        'the replays begin with different seeds: they are of different matches',
      ),
      departed,
    };
  // Every other one is held against the longest: the shorter ones must be its beginning.
  const longest = verified.reduce((a, b) => (b.replay.frames > a.replay.frames ? b : a));
  for (const other of verified) {
    const dispute = other === longest ? undefined : firstDispute(longest, other, game, isLate);
    if (dispute === 'out-of-time')
      return voidVerdict(game.id, sides, 'out-of-time', 'no time was left to compare the inputs');
    if (dispute !== undefined)
      return {
        ...voidVerdict(
          game.id,
          sides,
          'inputs-differ',
          `the replays of ${dispute.between.join(' and ')} both verify, and have different inputs of player ${dispute.player} in frame ${dispute.frame}: one of them was made up`,
        ),
        departed,
        dispute,
      };
  }
  const { frames, over, winners } = longest.finding;
  const outcome = !over ? 'unfinished' : winners.length > 0 ? 'won' : 'drawn';
  return {
    game: game.id,
    outcome,
    reason: over ? 'over' : 'not-over',
    winners,
    frames,
    confirmedBy: verified.filter(({ replay }) => replay.frames === frames).map(({ by }) => by),
    departed,
    sides,
    message: {
      won: `player ${winners.join(' and player ')} won after ${frames} frames`,
      drawn: `a draw after ${frames} frames`,
      unfinished: `the match was not over after its ${frames} frames`,
    }[outcome],
  };
}

function noneVerified(game: string, sides: readonly Side[]): Verdict {
  const has = (status: Finding['status']): boolean => sides.some(({ finding }) => finding.status === status);
  if (has('out-of-time')) return voidVerdict(game, sides, 'out-of-time', 'no replay could be judged in time');
  if (has('departed'))
    return voidVerdict(
      game,
      sides,
      'none-verifies',
      'no replay verifies here: this referee may have another build of the game, or the game is not deterministic, so nobody is blamed',
    );
  return voidVerdict(game, sides, 'none-readable', 'no replay of this game was handed in');
}

const voidVerdict = (game: string, sides: readonly Side[], reason: Verdict['reason'], message: string): Verdict => ({
  game,
  outcome: 'void',
  reason,
  winners: [],
  frames: 0,
  confirmedBy: [],
  departed: [],
  sides,
  message,
});

function checkUploads(uploads: readonly Upload[], numPlayers: number): void {
  if (!Array.isArray(uploads) || uploads.length < 1 || uploads.length > SIDES_MAX)
    throw new TypeError(
      `referee() needs 1 to ${SIDES_MAX} uploads, as [{ by: 'ann', players: [0], bytes }], got ${String(uploads)}`,
    );
  const names = new Set<string>();
  for (const { by, players, bytes } of uploads) {
    if (typeof by !== 'string' || by === '' || names.has(by))
      throw new TypeError(`an upload's \`by\` must be a string that no other upload has, got ${JSON.stringify(by)}`);
    names.add(by);
    if (!(bytes instanceof Uint8Array))
      throw new TypeError(`the bytes of ${by} must be a Uint8Array, got ${String(bytes)}`);
    if (
      !Array.isArray(players) ||
      players.some((player) => !Number.isInteger(player) || player < 0 || player >= numPlayers)
    )
      throw new TypeError(
        `the players of ${by} must be handles in [0, ${numPlayers - 1}], got ${JSON.stringify(players)}`,
      );
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
