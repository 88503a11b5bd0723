// The match on the table: begun, paused, ended, and played again.
import type { FieldSpecs, Match, PeerId, PlayerHandle, Recorder } from '@lite-rollback/core';
import { canFillScreen, toggleFullScreen } from './browser/full-screen.js';
import { fileName, saveFile } from './browser/save-file.js';
import { createWakeLock } from './browser/wake-lock.js';
import { createJoinPrompts } from './join-prompts.js';
import type { Parts } from './parts.js';
import { startPlay, type Play, type Seating } from './play.js';
import { hintsFor } from './player-hints.js';
import { lookOf, namesOf } from './player-names.js';
import type { Opposition } from './rival/opposition.js';
import type { Round, RoundEvent } from './rooms/round.js';
import { createTickets, type Tickets } from './rooms/tickets.js';
import { createWishes, type Wishes } from './rooms/wishes.js';
import { awaitingScreen, endScreen, waitingScreen, type WaitingParts } from './screens.js';
import type { Choice } from './ui/choices.js';
import { messagePanel } from './ui/message-panel.js';
import { statusLine } from './ui/status-line.js';

/** A seating in a room that others can be in. */
export interface Place extends Seating {
  /** Tells this room from others: for the ticket that a reload comes back with. */
  room?: string;
  /** What to show until the others are there. */
  waiting?: WaitingParts;
  /** The address at which others watch. */
  watchLink?: string;
  /** What the end screen offers first; `again` begins the next match. */
  onward?: (won: boolean, again: () => void) => Choice | undefined;
}

export interface Table {
  begin(place: Place): void;
  /** Plays against `opposition` until those come for whom this table waits. */
  spar(opposition: Opposition): void;
  /** Somebody has claimed a seat, or left it. */
  seatsChanged(): void;
  /** Whether keys and pads belong to the game now. */
  playing(): boolean;
  /** `screen` stands there meanwhile: the usual one where it is left out. */
  pause(screen?: HTMLElement): void;
  unpause(): void;
  /**
   * The page has been hidden. A match with others goes on, or they would wait; one that is played here alone waits for
   * its players.
   */
  unwatched(): void;
  /** For a page that will not run for a while; its own flag, cleared by `awake`. */
  asleep(): void;
  awake(): void;
  beat(nowMs: number): void;
  draw(nowMs: number): void;
  /** The page is left for a reload: no goodbye, because the same player comes back in a moment. */
  leaveToReload(): void;
  close(): void;
}

/** All that belongs to one match on the table. */
interface Aside<F extends FieldSpecs> {
  readonly play: Play<F>;
  readonly place: Place;
  readonly tickets: Tickets;
  readonly wishes: Wishes | undefined;
}

/** Between two looks at the score. */
const DESCRIBE_MS = 500;
const NO_TICKETS: Tickets = { read: () => '', keep: () => {}, forget: () => {} };

/** What a table needs of the devices. */
export interface TableInput {
  /** Lets go of everything that is held: a screen has the input now. */
  releaseAll(): void;
  /** The screen on which keys are chosen; it ends with `back`. */
  controls(back: () => void): HTMLElement;
}

export function createTable<F extends FieldSpecs>(parts: Parts<F>, input: TableInput): Table {
  const { buttons, demo, exposed, hud, options, pads, seats, shell } = parts;
  const joins = createJoinPrompts(parts);
  const wakeLock = createWakeLock(() => performance.now());
  let play: Play<F> | undefined;
  let place: Place = {};
  let tickets = NO_TICKETS;
  let wishes: Wishes | undefined;
  /** The match that waits for others while somebody spars. */
  let aside: Aside<F> | undefined;
  let describedAt = 0;
  /** The page is being left: what the match says now is nobody's to act on. */
  let leaving = false;

  const playing = (): boolean => shell.view === 'play' && play !== undefined;
  const atOneScreen = (): boolean => place.transport === undefined && place.opposition === undefined;
  /** Nobody elsewhere waits for this page. */
  const alone = (): boolean => atOneScreen() || place.opposition !== undefined;
  /** The players of this machine whom people play. */
  const people = (match: Match<F>): readonly PlayerHandle[] => match.localHandles.slice(0, place.opposition?.people);
  const onStage = (): Play<F> | undefined => (play?.round.started === true ? play : undefined);
  const nameOf = (peer: PeerId | undefined): string =>
    namesOf(options, (peer !== undefined && play?.round.handlesOf(peer)) || []) || 'the other player';

  /**
   * A match of several at one screen stands after its first tick, which brings init's state, until one of them has
   * joined: before that a ball would fly past people who look for their keys. A script that has pressed or released
   * anything plays past seats, and is waited for no more.
   */
  function awaitsPlayers({ localHandles, session }: Match<F>): boolean {
    return (
      atOneScreen() &&
      session.frame() === 1 &&
      localHandles.length > 1 &&
      !exposed.scripted &&
      localHandles.every((handle) => seats.ownerOf(handle) === undefined)
    );
  }

  function showSeats(): void {
    const mine = play === undefined ? [] : people(play.round.match);
    shell.hint.replaceChildren(...hintsFor(parts, mine));
    joins.show(mine);
  }

  function begin(ticket = ''): void {
    play?.close();
    wishes?.forget();
    const own = tickets;
    play = startPlay<F>({
      cabinet: options,
      seating: place,
      ticket,
      buttons,
      synth: parts.synth,
      reducedMotion: parts.reducedMotion,
      pxPerUnit: () => parts.canvas.pxPerUnit,
      controls: parts.controls,
      held: awaitsPlayers,
      onTicket: (next) => own.keep(next),
      onEvent: onRoundEvent,
      onTick(round, rolledBack, stalled) {
        if (round === play?.round) hud.ticked(round, rolledBack, stalled);
      },
    });
    exposePlay(play);
    place.opposition?.meet(play.round.match);
    showWaiting(ticket);
  }

  function exposePlay({ flight, round }: Play<F>): void {
    exposed.match = round.match;
    exposed.matchElsewhere = () => place.opposition?.farMatch ?? null;
    if (flight !== undefined) parts.timeline?.follow(flight);
    exposed.sync();
  }

  function showWaiting(ticket: string): void {
    const { waiting } = place;
    if (waiting === undefined) return;
    shell.show(
      'screen',
      waitingScreen(
        ticket === ''
          ? waiting
          : {
              ...waiting,
              title: 'Coming back',
              lines: [
                'If your game is still on, you are back in it in a moment. If it is over, the next one starts when another player is there.',
              ],
            },
      ),
    );
  }

  function spar(opposition: Opposition): void {
    if (play === undefined || aside !== undefined || play.round.started) return opposition.close();
    aside = { play, place, tickets, wishes };
    play = undefined;
    place = { opposition, host: true };
    tickets = NO_TICKETS;
    wishes = undefined;
    begin();
  }

  /** Back to the match that waits, or waited. */
  function stopSparring(): void {
    if (aside === undefined) return;
    play?.close();
    place.opposition?.close();
    input.releaseAll();
    ({ play, place, tickets, wishes } = aside);
    aside = undefined;
    exposePlay(play);
  }

  function showLink(): void {
    stopSparring();
    showWaiting('');
  }

  /** The others may come, or the room may fail, while somebody spars. */
  function lookAside(nowMs: number): void {
    if (aside === undefined) return;
    const { round } = aside.play;
    aside.play.beat(nowMs);
    if (!round.started && round.endReason === undefined) aside.wishes?.say(nowMs);
    else {
      stopSparring();
      if (round.endReason === undefined) onStart(round);
      else onEnd(round);
    }
  }

  function again(): void {
    const { waiting } = place;
    if (waiting !== undefined && place.watch !== true) {
      place = {
        ...place,
        waiting: {
          ...waiting,
          title: 'Waiting for the other player',
          lines: [
            'They see that you want to play again. It starts as soon as they press “Play again” too, or someone else opens the link.',
          ],
        },
      };
    }
    begin();
  }

  function onStart(round: Round<F>): void {
    const mine = people(round.match);
    seats.fill(mine);
    shell.hud.hidden = atOneScreen();
    shell.root.dataset['watching'] = place.watch === true ? 'yes' : 'no';
    showSeats();
    pads.show(mine, (handle) => lookOf(options, handle));
    shell.show('play');
    if (place.transport !== undefined && place.watch !== true) parts.arrival.ring();
  }

  function onEnd(round: Round<F>): void {
    input.releaseAll();
    if (leaving) return;
    tickets.forget();
    // What was said before this match is no wish for the next one.
    wishes?.forget();
    const watching = place.watch === true;
    const won = options.winners?.(round.match.session.fields).includes(round.match.localHandles[0] ?? -1) === true;
    const onward = place.onward?.(won, again);
    const choices = {
      again: { label: watching ? 'Watch the next one' : 'Play again', main: onward === undefined, onClick: again },
      ...(onward === undefined ? {} : { onward }),
      retry: parts.retry,
      menu: parts.toMenu,
      ...(play !== undefined && play.recorder.frames > 0 ? { save: saveChoice(play.recorder) } : {}),
      ...(parts.timeline === undefined
        ? {}
        : { timeline: { label: 'Timeline', onClick: () => parts.timeline?.toggle(true) } }),
      ...(place.watchLink === undefined ? {} : { watch: { label: 'Watch it', href: place.watchLink } }),
    };
    shell.show(round.started ? 'over' : 'screen', endScreen(options, round, choices));
  }

  function saveChoice(recorder: Recorder): Choice {
    return {
      label: 'Save replay',
      onClick: () => saveFile(recorder.bytes(), fileName(options.title, new Date(), 'replay')),
    };
  }

  /** Paused for somebody who may come back, or not any more. */
  function onAwaited(round: Round<F>): void {
    const [peer] = round.awaited.keys();
    if (peer === undefined) {
      if (shell.view === 'over' && !round.pausedBy.has('')) shell.show('play');
      return;
    }
    const stop: Choice = { label: 'Stop waiting', onClick: () => round.stopWaiting() };
    // The focus stays on the stage: a key that was meant for the game must not end it.
    shell.show('over', awaitingScreen(nameOf(peer), [stop, parts.toMenu]), 'stage');
  }

  function onRoundEvent(event: RoundEvent, round: Round<F>): void {
    if (round !== play?.round) return; // the last words of a match that has been replaced
    if (event === 'start') onStart(round);
    if (event === 'end') onEnd(round);
    else if (
      round.started &&
      (event === 'drop' || event === 'change') &&
      (round.awaited.size > 0 || shell.view === 'over')
    )
      onAwaited(round);
    exposed.sync();
  }

  function unpause(): void {
    if (play === undefined || play.round.endReason !== undefined || !play.round.pausedBy.has('')) return;
    play.round.unpause();
    showSeats(); // keys may have been changed meanwhile
    shell.show('play');
  }

  function pause(screen?: HTMLElement): void {
    if (play === undefined || !playing() || play.round.match.state === 'ended' || place.watch === true) return;
    play.round.pause('user');
    input.releaseAll();
    if (screen === undefined) showPaused();
    else shell.show('over', screen);
  }

  function showPaused(): void {
    const goOn: Choice = { label: 'Go on', main: true, back: true, onClick: unpause };
    const controls: Choice = { label: 'Controls', onClick: showControls };
    const invite: Choice[] = aside === undefined ? [] : [{ label: 'Show the link', onClick: showLink }];
    const screen: Choice[] = canFillScreen() ? [{ label: 'Full screen', onClick: () => void toggleFullScreen() }] : [];
    shell.show(
      'over',
      messagePanel('Paused', alone() ? [] : ['The other player waits with you.'], [
        goOn,
        ...invite,
        controls,
        ...screen,
        parts.toMenu,
      ]),
    );
  }

  function showControls(): void {
    const back = (): void => {
      // Meanwhile the match may have ended, and its screen stands there.
      if (play?.round.pausedBy.has('') === true && play.round.endReason === undefined) showPaused();
    };
    shell.show('over', input.controls(back));
  }

  function line(): string | undefined {
    if (play === undefined) return undefined;
    const { round } = play;
    if (shell.view === 'play')
      return statusLine(round, nameOf) ?? (aside && 'Sparring. The game with your friend starts as soon as they come.');
    if (shell.view !== 'over' || round.endReason === undefined || wishes === undefined) return undefined;
    const [peer] = wishes.others;
    if (peer !== undefined) return `${capitalised(nameOf(peer))} wants to play again`;
    return wishes.left && round.endReason === 'finished' ? 'The other player has gone' : undefined;
  }

  /** "Pong, 3 : 2", for those who do not see the picture. */
  function describe(round: Round<F>, nowMs: number): void {
    if (options.result === undefined || nowMs - describedAt < DESCRIBE_MS) return;
    describedAt = nowMs;
    parts.canvas.describe(`${options.title}, ${options.result(round.match.session.fields)}`);
  }

  return {
    spar,
    begin(next) {
      place = next;
      tickets = next.room === undefined || next.watch === true ? NO_TICKETS : createTickets(options.game.id, next.room);
      wishes?.close();
      wishes = next.transport === undefined ? undefined : createWishes(next.transport);
      begin(tickets.read());
    },
    seatsChanged() {
      if (onStage() !== undefined) showSeats();
    },
    playing,
    pause,
    unpause,
    unwatched() {
      if (alone()) pause();
    },
    asleep() {
      if (play !== undefined && onStage() !== undefined && play.round.endReason === undefined && place.watch !== true)
        play.round.match.pause('hidden');
      // The others hear of it now, not at a tick that may never come.
      for (const one of [play, aside?.play]) one?.round.match.poll();
    },
    awake() {
      // Not the person's own pause: that one they end themselves.
      if (play !== undefined && !play.round.pausedBy.has('')) play.round.match.unpause();
    },
    beat(nowMs) {
      lookAside(nowMs);
      place.opposition?.beat(nowMs);
      play?.beat(nowMs);
      exposed.sync();
      wakeLock.keep(playing());
      if (onStage() === undefined) demo.beat(nowMs);
      // Also before the first match of this page: a player who was reloaded after the end asks for another one.
      if (play !== undefined && !play.round.started && play.round.endReason === undefined && place.watch !== true)
        wishes?.say(nowMs);
      shell.status(line());
      joins.beat(nowMs);
    },
    draw(nowMs) {
      const context = parts.canvas.begin();
      if (context === undefined) return;
      const staged = onStage();
      if (staged === undefined) return demo.draw(context);
      staged.draw(context);
      describe(staged.round, nowMs);
      if (!shell.hud.hidden) hud.draw(staged.round, nowMs);
    },
    leaveToReload() {
      leaving = true;
    },
    close() {
      leaving = true;
      wakeLock.keep(false);
      aside?.play.close();
      aside?.tickets.forget();
      aside?.wishes?.close();
      play?.close();
      wishes?.close();
      place.opposition?.close();
      tickets.forget();
      exposed.sync();
    },
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
