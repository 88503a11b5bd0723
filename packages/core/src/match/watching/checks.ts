import { checksumWords } from '../../base/checksum.js';
import type { Frame } from '../../base/frame.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import { findOdd } from '../desync/verdict.js';
import type { EndReason } from '../events.js';
import type { Seat } from '../seat.js';
import type { PeerId } from '../transport.js';

/** Checksums of one machine that wait for us to come to their frame, or that were compared last. */
const KEPT = 8;
/** So many frames after a difference it is told, whether or not all other machines have said what they have. */
const VERDICT_FRAMES = 60;

/** What a machine says of its state after a frame, and, once we have come there, what we say of ours. */
interface Check {
  readonly seat: Seat;
  readonly frame: Frame;
  readonly remote: number;
  local: number | undefined;
}

export interface ChecksParts {
  readonly seats: readonly Seat[];
  /** Our own seat, or undefined for a spectator. */
  readonly self: Seat | undefined;
  readonly token: number;
  readonly addressOf: (seat: Seat) => PeerId;
  readonly isOut: (seat: Seat) => boolean;
  readonly end: (reason: EndReason) => void;
}

/** The states of those who play, compared with the one that is shown here. */
export class Checks<F extends FieldSpecs> {
  #checks: readonly Check[] = [];
  /** Mask of the seats whose difference was told. */
  #told = 0;

  readonly #context: MatchContext<F>;
  readonly #parts: ChecksParts;

  constructor(context: MatchContext<F>, parts: ChecksParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Notes what a machine says of its state after `frame`. */
  note(seat: Seat, frame: Frame, remote: number): void {
    const own = this.#checks.filter((check) => check.seat === seat);
    if (own.some((check) => check.frame === frame)) return;
    const oldest = own.length < KEPT ? undefined : own[0];
    this.#checks = [...this.#checks.filter((check) => check !== oldest), { seat, frame, remote, local: undefined }];
  }

  /** Compares what can be compared by now. Once a turn. */
  settle(): void {
    const { session, inputs } = this.#context.parts;
    const through = Math.min(inputs.confirmed(), session.frame() - 1);
    const oldest = session.frame() - session.depth();
    for (const check of this.#checks) {
      if (check.local === undefined && check.frame >= oldest && check.frame <= through) {
        check.local = this.#checksumAt(check.frame);
      }
      if (check.local !== undefined && check.local !== check.remote) this.#judge(check);
    }
  }

  #checksumAt(frame: Frame): number {
    const { session, ring } = this.#context.parts;
    const from = ring.wordsAt(session.frame() - 1 - frame);
    return checksumWords(ring.words, from, ring.live.length, this.#parts.token);
  }

  #judge({ seat, frame, local, remote }: Check): void {
    if (this.#told & seat.bit || local === undefined) return;
    const { seats, self, isOut, addressOf, end } = this.#parts;
    const players = seats.filter((each) => each !== self && !isOut(each));
    const remotes = players.map((each) => this.#checks.find((one) => one.seat === each && one.frame === frame)?.remote);
    const odd = findOdd([local, ...remotes]);
    if (odd === 'open' && this.#context.parts.session.frame() - frame < VERDICT_FRAMES) return;
    this.#told |= seat.bit;
    const whose = odd === 0 ? 'self' : typeof odd === 'number' && players[odd - 1] === seat ? 'peer' : 'unknown';
    const sums = { local: local >>> 0, remote: remote >>> 0 };
    this.#context.events.emit('desync', { frame, peer: addressOf(seat), ...sums, odd: whose });
    if (this.#context.settings.onDesync === 'end') end('desync');
  }
}
