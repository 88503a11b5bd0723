import { FRAME_MAX, NULL_FRAME, type Frame, type PlayerHandle } from '../base/frame.js';
import type { FieldSpecs } from '../state/fields.js';
import type { MatchContext } from './context.js';
import type { EndReason, PauseReason } from './events.js';
import { createLocalInputs, type LocalInput, type LocalInputs } from './local-input.js';
import type { Advance, MatchState } from './match-types.js';
import { createIdentity, type Identity } from './meeting/identity.js';
import { Meeting, type MeetingOutcome } from './meeting/meeting.js';
import type { Agreement } from './meeting/roster.js';
import { writeTicket } from './meeting/ticket.js';
import { repeatGoodbye, sayGoodbye, stateOf, type FollowingPhase, type Phase } from './phase.js';
import { Playing } from './playing.js';
import { createProgress, type Observer } from './progress.js';
import { handlesOf, seatsOf } from './seat.js';
import { beginSession, delaysOf, holdTicks, NEVER_ENTERED, takeOver, type PlayingStart } from './starting.js';
import type { PeerId } from './transport.js';
import { Following } from './watching/following.js';

/** The turns of one match, from one phase to the next. */
export class Tick<F extends FieldSpecs> {
  readonly observers: Observer[] = [];
  readonly #identity: Identity;
  readonly #localInputs: LocalInputs;
  #phase: Phase<F>;
  /** A match that could not be begun because game.init threw: it is tried again in the next turn. */
  #pending: MeetingOutcome | undefined;
  #pauseReason: PauseReason | undefined;
  #localHandles: readonly PlayerHandle[] = [];
  #seed = 0;
  #delays: readonly Frame[] = [];
  #isStarted = false;
  #left: PeerId[] = [];
  ticks = 0;
  stalls = 0;
  lastRollbackDepth = 0;

  readonly #context: MatchContext<F>;

  constructor(context: MatchContext<F>) {
    this.#context = context;

    const { settings } = context;
    this.#identity = createIdentity(settings.random, settings.ticket);
    this.#localInputs = createLocalInputs(context);
    this.#phase = { kind: 'meeting', meeting: new Meeting(context, this.#identity, (reason) => this.end(reason)) };
  }

  get phase(): Phase<F> {
    return this.#phase;
  }

  get localHandles(): readonly PlayerHandle[] {
    return this.#localHandles;
  }

  /** What a replay has to name; by player, its input delay. */
  get terms(): { readonly seed: number; readonly delays: readonly Frame[] } {
    return { seed: this.#seed, delays: this.#delays };
  }

  get over(): Frame {
    const phase = this.#phase.kind === 'ended' ? this.#phase.before : this.#phase;
    return phase.kind === 'meeting' ? NULL_FRAME : phase.progress.over;
  }

  get state(): MatchState {
    return stateOf(this.#phase, this.#isStarted);
  }

  hasEnded(): boolean {
    return this.#phase.kind === 'ended';
  }

  /** The transport says that a peer is gone. */
  noteClosed(peer: PeerId): void {
    this.#left.push(peer);
  }

  checkInput(input: LocalInput): void {
    if (!this.hasEnded()) this.#localInputs.check(input, this.#phase.kind === 'playing');
  }

  /** Network, clock and resimulation: what advance() and poll() have in common. */
  turn(): void {
    this.#context.clock.wind();
    this.#context.links.startTick();
    if (this.#phase.kind === 'ended') return repeatGoodbye(this.#phase, this.#context.clock.time());
    if (this.#phase.kind === 'meeting') this.#meet(this.#phase.meeting);
    if (this.#phase.kind === 'following') this.#follow(this.#phase);
    // @lesson advance.read
    if (this.#phase.kind === 'playing') this.#play(this.#phase);
  }

  /** One tick, after turn(). */
  advance(input: LocalInput): Advance {
    const phase = this.#phase;
    if (phase.kind === 'ended') return 'ended';
    if (phase.kind === 'meeting') return 'waiting';
    if (phase.kind === 'following') return this.#advanceFollowing(phase);
    this.ticks++;
    phase.startTick();
    if (phase.pauses.isPaused) {
      phase.sendAtPace();
      return 'paused';
    }
    // The tick that starts a match may come without its input, as those before it did: frame 0 waits for the next.
    if (phase.isHeld() || input === undefined) {
      phase.sendAtPace();
      return 'waiting';
    }
    return this.#advancePlaying(phase);
  }

  sendAtPace(): void {
    if (this.#phase.kind === 'playing') this.#phase.sendAtPace();
  }

  /** Told at once: a page that is being hidden may not get another turn. */
  setPause(reason: PauseReason | undefined): void {
    this.#pauseReason = reason;
    if (this.#phase.kind !== 'playing') return;
    this.#phase.pauses.set(reason);
    this.#phase.send();
  }

  end(reason: EndReason): void {
    const before = this.#phase;
    if (before.kind === 'ended') return;
    const { clock, events, parts } = this.#context;
    // Frames past the final one were guessed, by each machine its own number of them: all end in the same state.
    if (reason === 'finished' && this.over >= 0 && parts.session.frame() > this.over + 1) {
      parts.goBack(this.over + 1);
      parts.session.resync();
    }
    this.#phase = { kind: 'ended', reason, since: clock.time(), before };
    sayGoodbye(this.#phase);
    events.emit('end', { reason });
  }

  #meet(meeting: Meeting<F>): void {
    const agreement = this.#pending ? undefined : meeting.receive();
    const outcome = this.#pending ?? (agreement ? { kind: 'begin' as const, agreement } : meeting.turn());
    this.#pending = outcome;
    if (outcome?.kind === 'begin') this.#begin(meeting, outcome.agreement);
    else if (outcome) this.#beginToFollow(meeting, outcome);
    this.#pending = undefined;
  }

  #begin(meeting: Meeting<F>, agreement: Agreement): void {
    const { settings } = this.#context;
    const { entries, seed, links } = agreement;
    const seats = seatsOf(entries);
    const self = seats.find(({ node }) => node === this.#identity.node)!; // A roster that we back has us.
    beginSession(this.#context, seats, self, seed);
    this.#seed = seed;
    this.#delays = delaysOf(seats);
    const taken = takeOver(meeting.acquaintances, links);
    const hold = holdTicks(this.#context, agreement);
    const acked = settings.inputDelay - 1;
    this.#enter({ ...taken, roster: agreement, seats, self, membership: NEVER_ENTERED, acked, hold });
  }

  #beginToFollow(meeting: Meeting<F>, { invitation }: Extract<MeetingOutcome, { kind: 'follow' }>): void {
    const { settings } = this.#context;
    const ownNode = settings.players ? this.#identity.ticket.node >>> 0 : undefined;
    const following = new Following(this.#context, meeting, invitation, ownNode, (reason) => {
      if (reason !== 'dropped' || following.isLoaded) return this.end(reason);
      meeting.giveUpOn(invitation.token);
      this.#phase = { kind: 'meeting', meeting };
    });
    const progress = createProgress(this.#context, following.seats[0]!, undefined, this.observers);
    this.#seed = invitation.seed;
    this.#delays = delaysOf(following.seats);
    this.#phase = { kind: 'following', meeting, following, progress };
  }

  #enter(start: Omit<PlayingStart<F>, 'identity' | 'observers' | 'pause'>): void {
    const own = { identity: this.#identity, observers: this.observers, pause: this.#pauseReason };
    this.#phase = new Playing(this.#context, { ...start, ...own }, (reason) => this.end(reason));
    this.#localHandles = handlesOf(start.self);
    const { token, seed } = start.roster;
    const { secret } = this.#identity.ticket;
    this.#announce(start.links, seed, writeTicket({ token, node: start.self.node, secret }));
  }

  #announce(links: Agreement['links'], seed: number, ticket: string): void {
    this.#isStarted = true;
    const peers = links.flatMap((link) => (link ? [link.address] : []));
    this.#context.events.emit('start', { localHandles: this.#localHandles, peers, seed, ticket });
  }

  #follow(phase: FollowingPhase<F>): void {
    const { following, meeting, progress } = phase;
    following.receive();
    following.turn();
    if (this.#phase !== phase || !following.isLoaded) return;
    const { self, seats, invitation } = following;
    const membership = following.entry();
    if (self && membership) {
      const taken = takeOver(meeting.acquaintances, following.linksOfSeats());
      const acked = membership.enteredAt - 1;
      this.#enter({ ...taken, roster: invitation, seats, self, membership, acked, hold: 0 });
      return;
    }
    if (!self && !this.#isStarted) this.#announce(following.linksOfSeats(), invitation.seed, '');
    progress.confirm();
    if (progress.over >= 0 || this.#context.parts.session.frame() >= FRAME_MAX) this.end('finished');
  }

  #play(phase: Playing<F>): void {
    for (let peer = this.#left.pop(); peer !== undefined; peer = this.#left.pop()) phase.noteClosed(peer);
    const { stats } = this.#context.parts.session;
    const before = stats.fastForwardFrames;
    phase.turn();
    this.lastRollbackDepth = stats.fastForwardFrames - before;
  }

  #advanceFollowing({ following }: FollowingPhase<F>): Advance {
    if (!following.isLoaded) return 'waiting';
    this.ticks++;
    const hasStepped = following.step();
    if (following.self) return 'waiting';
    if (hasStepped) return 'advanced';
    return following.isPaused ? 'paused' : 'stalled';
  }

  #advancePlaying(phase: Playing<F>): Advance {
    const { parts, settings } = this.#context;
    const { session } = parts;
    if (session.frame() + session.inputDelay >= FRAME_MAX) {
      this.end('finished');
      return 'ended';
    }
    // @lesson advance.sample
    if (settings.players) this.#localInputs.sample(phase.self.first);
    // @lesson advance.check
    if (phase.isStalled()) {
      phase.sendAtPace();
      phase.traceStall();
      // @lesson advance.stall
      this.stalls++;
      return 'stalled';
    }
    // @lesson advance.send
    phase.send();
    // @lesson advance.step
    session.step();
    return 'advanced';
  }
}
