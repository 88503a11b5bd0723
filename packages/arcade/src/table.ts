// Does not roll back: the match on the table: begun, paused, ended, and played again.
import type { FieldSpecs, PlayerHandle } from '@lite-rollback/core';
import { handleOfSeat } from './input/seats.js';
import { lookOf, type Parts } from './parts.js';
import { startPlay, type Play, type Seating } from './play.js';
import type { Round, RoundEvent } from './rooms/round.js';
import { endScreen, waitingScreen, type WaitingParts } from './screens.js';
import { element } from './ui/element.js';
import { messagePanel, type Choice } from './ui/panels.js';
import { statusLine } from './ui/words.js';

export interface Table {
  /** Starts a match; `waiting` is what to show until the others are there. */
  begin(seating: Seating, waiting?: WaitingParts): void;
  /** The player of a seat's keys, or −1. */
  handleOf(seat: number): PlayerHandle;
  /** Whether keys and pads belong to the game now. */
  playing(): boolean;
  pause(): void;
  unpause(): void;
  /** The page has been hidden. A match with others goes on, or they would wait; one that is played here alone waits for its players. */
  unwatched(): void;
  /** For a page that will not run for a while; its own flag, cleared by `awake`. */
  asleep(): void;
  awake(): void;
  beat(nowMs: number): void;
  draw(nowMs: number): void;
  close(): void;
}

export function createTable<F extends FieldSpecs>(parts: Parts<F>): Table {
  const { buttons, demo, exposed, hud, options, pads, shell } = parts;
  let play: Play<F> | undefined;
  let seating: Seating = {};
  let waiting: WaitingParts | undefined;

  const playing = (): boolean => shell.view === 'play' && play !== undefined;
  const alone = (): boolean => seating.transport === undefined;
  const onStage = (): Play<F> | undefined => (play?.round.started === true ? play : undefined);

  function begin(): void {
    play?.close();
    play = startPlay<F>({
      cabinet: options,
      seating,
      buttons,
      synth: parts.synth,
      reducedMotion: parts.reducedMotion,
      onEvent: onRoundEvent,
      onTick: (round, rolledBack, stalled) => hud.ticked(round, rolledBack, stalled),
    });
    exposed.match = play.round.match;
    exposed.sync();
    if (waiting !== undefined) shell.show('screen', waitingScreen(waiting));
  }

  function again(): void {
    if (waiting !== undefined) {
      waiting = {
        ...waiting,
        title: 'Waiting for the other player',
        lines: ['It starts as soon as they press “Play again” too, or someone else opens the link.'],
      };
    }
    begin();
  }

  /** Under the stage: in a hotseat whose keys are whose, else whom this machine plays. */
  function hints(mine: readonly PlayerHandle[]): HTMLElement[] {
    return mine.map((handle, seat) => {
      const { colour, name } = lookOf(options, handle);
      const hint = alone()
        ? element('span', { text: name }, [element('kbd', { text: options.keyNames?.[seat] ?? '' })])
        : element('span', { text: `You are ${name}` });
      if (colour !== undefined) hint.style.setProperty('--player', colour);
      return hint;
    }).slice(0, alone() ? mine.length : 1);
  }

  function onStart(round: Round<F>): void {
    const mine = round.match.localHandles;
    shell.hud.hidden = alone();
    shell.hint.replaceChildren(...hints(mine));
    pads.show(mine, (handle) => lookOf(options, handle));
    shell.show('play');
  }

  function onEnd(round: Round<F>): void {
    pads.releaseAll();
    buttons.releaseAll('keyboard');
    const choices = { again: { label: 'Play again', main: true, onClick: again }, retry: parts.retry, menu: parts.toMenu };
    shell.show(round.started ? 'over' : 'screen', endScreen(options, round, choices));
  }

  function onRoundEvent(event: RoundEvent, round: Round<F>): void {
    if (round !== play?.round) return; // the last words of a match that has been replaced
    if (event === 'start') onStart(round);
    if (event === 'end') onEnd(round);
    exposed.sync();
  }

  function unpause(): void {
    if (play === undefined || play.round.endReason !== undefined || !play.round.pausedBy.has('')) return;
    play.round.unpause();
    shell.show('play');
  }

  function pause(): void {
    if (play === undefined || !playing() || play.round.match.state === 'ended') return;
    play.round.pause('user');
    buttons.releaseAll('keyboard');
    const goOn: Choice = { label: 'Go on', main: true, onClick: unpause };
    shell.show('over', messagePanel('Paused', alone() ? [] : ['The other player waits with you.'], [goOn, parts.toMenu]));
  }

  return {
    begin(nextSeating, nextWaiting) {
      seating = nextSeating;
      waiting = nextWaiting;
      begin();
    },
    handleOf: (seat) => handleOfSeat(seat, play?.round.match.localHandles ?? []),
    playing,
    pause,
    unpause,
    unwatched() {
      if (alone()) pause();
    },
    asleep() {
      if (onStage() !== undefined && play?.round.match.state === 'running') play.round.match.pause('hidden');
      play?.round.match.poll(); // the others hear of it now, not at a tick that may never come
    },
    awake() {
      // Not the person's own pause: that one they end themselves.
      if (play !== undefined && !play.round.pausedBy.has('')) play.round.match.unpause();
    },
    beat(nowMs) {
      play?.beat(nowMs);
      exposed.sync();
      if (onStage() === undefined) demo.beat(nowMs);
      if (play !== undefined) shell.status(shell.view === 'play' ? statusLine(play.round) : undefined);
    },
    draw(nowMs) {
      const context = parts.canvas.begin();
      if (context === undefined) return;
      const staged = onStage();
      if (staged === undefined) return demo.draw(context);
      staged.draw(context);
      if (!shell.hud.hidden) hud.draw(staged.round, nowMs);
    },
    close() {
      play?.close();
      exposed.sync();
    },
  };
}
