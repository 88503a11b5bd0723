import type { Frame } from '../base/frame.js';
import { STALL } from '../base/trace-kinds.js';
import type { FieldSpecs } from '../state/fields.js';
import { BYE, CHUNK, EVIDENCE, FINISHED, PLAY, PULL, RELAY } from '../wire/messages.js';
import type { MatchContext } from './context.js';
import { DesyncWatch } from './desync/desync-watch.js';
import type { EndReason } from './events.js';
import type { Link } from './link/link.js';
import { nextPacket } from './link/next-packet.js';
import { Membership } from './membership/membership.js';
import { createRelay, type Relay } from './membership/relay.js';
import { createPauses, type Pauses } from './pauses.js';
import { PlayPackets } from './play-packets.js';
import { createProgress, type Progress } from './progress.js';
import { createSeatReports, type SeatReports } from './seat-reports.js';
import { createSeatLinks, type Seat, type SeatLinks } from './seat.js';
import { getQuestion } from './state-transfer.js';
import type { PlayingStart } from './starting.js';
import { createTimeSync, type TimeSync } from './time-sync.js';
import type { PeerId } from './transport.js';
import { Newcomers } from './watching/newcomers.js';
import { SpectatorHost } from './watching/spectator-host.js';

/** Calls in which a machine that stalls may keep silent when its clock does not move: a second of them. */
const UNSENT_MAX = 60;

/** A match that this machine plays in. Complete when built. */
export class Playing<F extends FieldSpecs> {
  readonly kind = 'playing';
  readonly seats: readonly Seat[];
  readonly self: Seat;
  readonly seatLinks: SeatLinks;
  readonly progress: Progress;
  readonly pauses: Pauses;
  readonly #reports: SeatReports;
  readonly #newcomers: Newcomers<F>;
  readonly #membership: Membership<F>;
  readonly #relay: Relay;
  readonly #desync: DesyncWatch<F>;
  readonly #timeSync: TimeSync;
  readonly #packets: PlayPackets<F>;
  readonly #host: SpectatorHost<F>;
  #hold: number;
  #sentAt = 0;
  /** Turns since the last packets in which none were sent. */
  #unsent = 0;
  /** When the final frame was confirmed, or -1. */
  #overAt = -1;

  readonly #context: MatchContext<F>;
  #hasEnded = false;
  readonly #end: (reason: EndReason) => void;

  constructor(context: MatchContext<F>, start: PlayingStart<F>, end: (reason: EndReason) => void) {
    this.#context = context;
    this.#end = (reason) => {
      this.#hasEnded = true;
      end(reason);
    };

    const { seats, self, links, roster, acked, membership, acquaintances, identity } = start;
    this.seats = seats;
    this.self = self;
    this.#hold = start.hold;
    const seatLinks = (this.seatLinks = createSeatLinks(links, seats));
    const reports = (this.#reports = createSeatReports(seats, acked, membership));
    const progress = (this.progress = createProgress(context, self, reports, start.observers));
    this.#newcomers = new Newcomers(context, {
      ...{ seats, self, seatLinks, roster, acquaintances },
      identity: { ...identity, node: self.node },
      verifiers: [...start.verifiers],
      membership: () => this.#membership,
      host: () => this.#host,
    });
    const common = { seats, self, seatLinks, reports, progress };
    this.#membership = new Membership(context, {
      ...common,
      claims: this.#newcomers,
      start: membership,
      end: this.#end,
    });
    const played = { ...common, membership: this.#membership };
    this.pauses = createPauses(context, seats, seatLinks, reports, this.#membership, start.pause);
    this.#relay = createRelay(context, seats, self, seatLinks, reports, this.#membership);
    this.#desync = new DesyncWatch(context, { ...played, token: roster.token, end: this.#end });
    this.#timeSync = createTimeSync(context, seatLinks);
    const { pauses } = this;
    const sending = { ...played, pauses, relay: this.#relay, desync: this.#desync, timeSync: this.#timeSync };
    this.#packets = new PlayPackets(context, sending);
    this.#host = new SpectatorHost(context, { ...played, desync: this.#desync, ownPausing: () => pauses.ownFlags });
  }

  get pacing(): number {
    return this.#timeSync.pacing();
  }

  get lives(): readonly Seat[] {
    return this.#membership.live;
  }

  isOut(seat: Seat): boolean {
    return this.#membership.isOut(seat);
  }

  isRelayed(seat: Seat): boolean {
    return (this.#membership.own.deaf & seat.bit) > 0;
  }

  ackedBy(seat: Seat): Frame {
    return this.#reports.of(seat).acked;
  }

  /** The transport says that a peer is gone. */
  noteClosed(peer: PeerId): void {
    for (const seat of this.seats) {
      if (seat !== this.self && this.seatLinks.address(seat) === peer)
        this.#membership.accusations.noteGone(seat, 'closed');
    }
  }

  /** One turn, whether a frame is due or not: what has come is read, and what follows from it is done. */
  turn(): void {
    this.#receive();
    this.#newcomers.settle();
    if (this.#mustEndWithOthers()) this.#end('desync');
    else this.#membership.settle(this.pauses.isPaused);
    // What was read in the turn in which a match ends is resimulated like any other: the last state is the true one.
    this.resimulate();
    this.#confirm();
    if (this.#hasEnded) return;
    this.#host.serve();
    this.#desync.settle();
    if (!this.#hasEnded) this.pauses.settle();
  }

  /** Notes that a tick begins, for who is ahead of whom. */
  startTick(): void {
    this.#timeSync.tick(this.#membership.live);
  }

  /** True while the first frame waits for machines that learn of the start later. Counts down. */
  isHeld(): boolean {
    return this.#hold > 0 && this.#hold-- > 0;
  }

  /** True if another frame would rest on too many guesses, or comes after the final one. */
  isStalled(): boolean {
    const { session, inputs } = this.#context.parts;
    return this.progress.over >= 0 || session.frame() - inputs.confirmed() - 1 >= this.#context.settings.maxPrediction;
  }

  /** Tells the trace whom a stall waits for. */
  traceStall(): void {
    const { session, inputs } = this.#context.parts;
    const confirmed = inputs.confirmed();
    let player = 0;
    while (inputs.confirmedOf(player) > confirmed) player++;
    this.#context.settings.trace?.(STALL, session.frame(), player, session.frame() - 1 - confirmed);
  }

  send(): void {
    this.#sentAt = this.#context.clock.time();
    this.#unsent = 0;
    this.#packets.sendAll(PLAY);
  }

  /** Where no frame is due, packets go at the pace of the clock; of the calls if it stands still. */
  sendAtPace(): void {
    const isDue = this.#context.clock.time() - this.#sentAt >= 900 / this.#context.settings.hz;
    if (isDue || ++this.#unsent > UNSENT_MAX) this.send();
  }

  /** Says that we have left, and shows followers what is still to be seen. */
  farewell(reason: EndReason): void {
    this.#sentAt = this.#context.clock.time();
    this.#packets.sendAll(reason === 'finished' ? BYE | FINISHED : BYE);
    this.#host.serve();
  }

  farewellAtPace(reason: EndReason): void {
    if (this.#context.clock.time() - this.#sentAt >= 900 / this.#context.settings.hz) this.farewell(reason);
  }

  resimulate(): void {
    this.#context.parts.session.resync();
  }

  #receive(): void {
    this.#relay.startTick();
    for (let isMore = true; isMore;) {
      isMore = false;
      for (let i = 0; i < this.seats.length; i++) {
        const seat = this.seats[i]!;
        const link = seat === this.self ? undefined : this.seatLinks.of(seat);
        while (link && nextPacket(link)) {
          this.#read(seat, link);
          // What it carried waits at the link of the seat that sealed it, which may have been read already.
          isMore ||= (link.queue.kind & 15) === RELAY;
        }
      }
    }
    this.#newcomers.receive();
  }

  #read(seat: Seat, link: Link): void {
    const { queue } = link;
    const type = queue.kind & 15;
    // Of a seat that is out it counts that it plays again, and nothing else: its goodbye may still be on its way.
    if (this.#membership.isOut(seat)) {
      if (type === PLAY) this.#membership.hearAgain(seat);
      return;
    }
    if (type === PLAY || type === BYE) this.#packets.read(seat, link);
    else if (type === RELAY) this.#relay.read(seat, link);
    else if (type === CHUNK) {
      if (queue.reader.get() === EVIDENCE) this.#desync.readChunk(seat, link);
    } else if (type === PULL) {
      const question = getQuestion(queue.reader);
      if (question?.kind === EVIDENCE) this.#desync.answer(seat, link, question);
    }
  }

  /** A match that ends for a desync ends so for all: whoever leaves now has seen what it needed. */
  #mustEndWithOthers(): boolean {
    if (!this.#desync.isEnding) return false;
    return this.#membership.live.some((seat) => this.#reports.of(seat).left);
  }

  #confirm(): void {
    const { progress } = this;
    this.#desync.confirm(progress.reached());
    progress.confirm();
    if (progress.over >= 0) this.#finish();
  }

  /** Ends once all hold what leads to the final frame. One machine that never says so cannot keep the others from it. */
  #finish(): void {
    const { over } = this.progress;
    const { live, playing } = this.#membership;
    const now = this.#context.clock.time();
    if (this.#overAt < 0) this.#overAt = now;
    const isHeldByAll = this.progress.heldByAll(live, playing, over) === over;
    if (isHeldByAll || now - this.#overAt > this.#context.settings.finishTimeoutMs) this.#end('finished');
  }
}
