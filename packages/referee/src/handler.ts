import type { FieldSpecs, PlayerHandle } from '@lite-rollback/core';
import { checkJudgedGame, type JudgedGame } from './judged-game.js';
import { checkLimits, type RefereeLimits } from './limits.js';
import { createMatchStore, type HeldMatch } from './match-store.js';
import { readBody } from './read-body.js';
import { referee } from './referee.js';
import { signVerdict } from './sign-verdict.js';
import type { Verdict } from './verdict.js';

/** Who sends a request, as your server knows it. */
export interface Seat {
  /** Which match: a name that no other match has. */
  readonly match: string;
  /** Which side: an account, say. Different for each side of the match. */
  readonly by: string;
  /** The handles that this side played. */
  readonly players: readonly PlayerHandle[];
  /** How many sides the match has: the verdict comes when so many have handed in their replay. */
  readonly sides: number;
}

/** What a handler is made of. */
export interface RefereeHandlerOptions<F extends FieldSpecs> {
  readonly game: JudgedGame<F>;
  /**
   * Says who sends a request, by a cookie, a token, an address of your own making; undefined for a stranger, who is
   * answered 403. Nothing else of a request is believed.
   */
  seatOf(request: Request): Seat | undefined | Promise<Seat | undefined>;
  readonly limits?: RefereeLimits;
  /** An Ed25519 or HMAC key that may sign. With it, an answer has the signed verdict as `signed`. */
  readonly key?: CryptoKey;
  /**
   * How long to wait for the other sides, in milliseconds, default 10 minutes. Then the match is judged without them.
   */
  readonly waitMs?: number;
  /** Bytes of all replays held at once, default 64 MiB. Above it, uploads are answered 503. */
  readonly heldBytes?: number;
  /** Milliseconds, default performance.now. */
  readonly now?: () => number;
}

const WAIT_MS = 600_000;
const HELD_BYTES = 64 * 1024 * 1024;
/** How long one upload may take, in milliseconds: whoever sends a byte a minute holds a connection, and no memory. */
const UPLOAD_MS = 30_000;

/**
 * A handler of the Fetch API's Request and Response, for Deno.serve, Bun.serve, a worker's fetch, or an adapter in
 * Node. Each side sends its replay as the body of a POST; a GET asks again. The answer is JSON: 202 and
 * `{ waitingFor }`, the number of replays that are missing; or 200 and `{ verdict, signed? }`. It is the same for every
 * side, whenever it asks. A mistake of the sender is answered with `{ error }` and 403, 405, 408, 409, 413 or 503.
 *
 * It keeps matches in memory, of one process: verdicts for as long as `waitMs`, at the most 10,000 of them.
 * @throws TypeError or RangeError for options outside what their types say
 */
export function createRefereeHandler<F extends FieldSpecs>(
  options: RefereeHandlerOptions<F>,
): (request: Request) => Promise<Response> {
  const { seatOf, key, waitMs = WAIT_MS, heldBytes = HELD_BYTES, now = () => performance.now() } = options;
  const game = checkJudgedGame(options.game);
  const limits = checkLimits(options.limits ?? {});
  if (typeof seatOf !== 'function')
    throw new TypeError(`createRefereeHandler() needs seatOf(request), which says who sends it; got ${String(seatOf)}`);
  for (const [name, value] of Object.entries({ waitMs, heldBytes }))
    if (!(typeof value === 'number' && value > 0))
      throw new RangeError(`${name} must be a number above 0, got ${String(value)}`);
  const store = createMatchStore({ waitMs, heldBytes, now });

  async function judge(match: HeldMatch): Promise<{ verdict: Verdict; signed?: string }> {
    const verdict = await referee(game, match.takeUploads(), limits);
    return key === undefined ? { verdict } : { verdict, signed: await signVerdict(verdict, key) };
  }

  async function answer(match: HeldMatch): Promise<Response> {
    if (!match.isReady()) return json(202, { waitingFor: match.waitingFor() });
    // One judging for all that ask.
    match.judged ??= judge(match);
    return json(200, await match.judged);
  }

  return async (request) => {
    if (request.method !== 'POST' && request.method !== 'GET')
      return json(405, { error: 'POST a replay, or GET the verdict' }, { allow: 'GET, POST' });
    const seat = await seatOf(request);
    if (seat === undefined) return json(403, { error: 'you have no seat in this match' });
    if (request.method === 'GET') {
      const match = store.find(seat.match);
      return match === undefined ? json(404, { error: 'nobody has handed in a replay of this match' }) : answer(match);
    }
    const body = await readBody(request, limits.bytes, UPLOAD_MS);
    if (body === 'too-large') return json(413, { error: `a replay may have ${limits.bytes} bytes` });
    if (body === 'too-slow') return json(408, { error: 'the replay did not come in time' });
    const match = store.open(seat.match, seat.sides);
    const added = match?.add({ by: seat.by, players: seat.players, bytes: body });
    if (match === undefined || added === 'full')
      return json(503, { error: 'too many replays are waiting: try again later' }, { 'retry-after': '60' });
    if (added === 'second') return json(409, { error: 'you have handed in another replay of this match already' });
    if (added === 'late') return json(409, { error: 'this match was judged without your replay' });
    return answer(match);
  };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
