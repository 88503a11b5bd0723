// What a game hands to the cabinet.
import type {
  AnyGame,
  FieldSpecs,
  FieldViews,
  Frame,
  Game,
  Match,
  MatchOptions,
  PlayerHandle,
  ReplayPlayer,
  Transport,
} from '@lite-rollback/core';
import type { Controls } from './input/controls.js';
import type { GamepadMap } from './input/pad-bindings.js';
import type { KeyMap } from './input/keyboard.js';
import type { PadButton } from './input/pad-button.js';
import type { PlayerLook } from './player-look.js';
import { assertRivals, type RivalOption } from './rival/rivals-of.js';
import type { Sound } from './sound/synth.js';
import type { TimelineHandle } from './timeline/timeline-handle.js';

/** One frame to draw. Everything in it is to be read, never written, and is valid during the call alone. */
export interface Picture<F extends FieldSpecs> {
  /**
   * The leading frame's state, and the one before it: draw `alpha` of the way between them. Equal at the first frame.
   */
  readonly fields: FieldViews<F>;
  readonly previous: FieldViews<F>;
  /** The number of `fields`' frame; −1 for the state before frame 0. */
  readonly frame: Frame;
  readonly alpha: number;
  /** Add it to the value that `smooth.read` wrote at `index`: what is left of a rollback's jump. */
  offset(index: number): number;
  /** The players at this machine; empty for a spectator and for the demonstration behind the menu. */
  readonly localHandles: readonly PlayerHandle[];
  /** What the player of `handle` presses, for a picture that shows it: their own keys, as they have set them. */
  controls(handle: PlayerHandle): Controls;
  /**
   * CSS px for one unit of `stage`, as large as it is on the screen now: a word of 12 px, the smallest that can be read, is
   * 12 / pxPerUnit units high.
   */
  readonly pxPerUnit: number;
  readonly reducedMotion: boolean;
  /** False for the demonstration behind the menu. */
  readonly live: boolean;
}

/** Online play, supplied by the app: the cabinet knows no network. */
export interface OnlineProvider {
  /**
   * Whether `typed` has the form of a code: what has not is refused at once, before anything is asked of a network. Left
   * out: anything may be a code.
   */
  isCode?(typed: string): boolean | Promise<boolean>;
  /**
   * Opens a room. `code` is given when the page of a host comes back, after a reload say: the same room is opened
   * again, or joined if others keep it open. May throw an error with a `code` as RoomError has; with 'aborted' after
   * `signal`, when the page is left meanwhile.
   */
  host(options: { code?: string; signal: AbortSignal }): Promise<OnlineRoom>;
  join(code: string, options: { signal: AbortSignal }): Promise<OnlineRoom>;
}
/** A room that is open: a transport among the machines in it. */
export interface OnlineRoom {
  readonly transport: Transport;
  /** What a guest types or finds in a link. */
  readonly code: string;
  close(): void;
}

/** What a game brings to the cabinet. */
export interface CabinetOptions<F extends FieldSpecs> {
  game: Game<F>;
  title: string;
  /** One sentence under the title: how to win. */
  goal: string;
  /** The size of the drawing surface in the units that `draw` uses. It is scaled to fit, whole and undistorted. */
  stage: { readonly width: number; readonly height: number };
  draw(context: CanvasRenderingContext2D, picture: Picture<F>): void;
  /** By seat. */
  keys: readonly KeyMap[];
  /**
   * How each seat's keys are named in the menu and under the stage: "W S". Left out, and where a person has set other
   * keys, they are named by their codes.
   */
  keyNames?: readonly string[];
  /** What gamepads hold down. Without it they do nothing. */
  gamepad?: GamepadMap;
  /** The buttons of a touch pad. */
  pad: readonly PadButton[];
  /** By handle. */
  players: readonly PlayerLook[];
  /** Players at one machine when others are elsewhere. Default 1. */
  localPlayers?: number;
  transports?: {
    /** Between tabs of this browser. The cabinet closes it. */
    room?: (room: string) => Transport;
  };
  online?: OnlineProvider;
  /** Passed to createMatch as they are. */
  match?: Omit<MatchOptions<F>, 'game' | 'transport' | 'host' | 'localPlayers' | 'role'>;
  /** The winners' handles, of a state for which isOver holds. */
  winners?(fields: FieldViews<F>): readonly PlayerHandle[];
  /** A line for the end screen: "7 : 4". */
  result?(fields: FieldViews<F>): string;
  cues?: {
    /** The cue bits of a state. */
    read(fields: FieldViews<F>): number;
    /** By bit. */
    sounds: Readonly<Record<number, Sound>>;
    /** −1 left … 1 right. */
    pan?(fields: FieldViews<F>): number;
  };
  smooth?: {
    count: number;
    /** Writes `count` values in the game's units. */
    read(fields: FieldViews<F>, out: Float64Array): void;
    /** A longer jump is shown at once. */
    limit: number;
  };
  /**
   * Whom a visitor alone plays against, at the far end of a line within the page: one function from what its machine
   * shows to its input, or several opponents. Without it the menu does not offer it.
   */
  rival?: RivalOption<F>;
  /** Plays the demonstration behind the menu: the input of `handle`. */
  demo?(fields: FieldViews<F>, handle: PlayerHandle, frame: Frame): number;
  /** More entries for the menu; minor ones in small type, below the ways to play. */
  links?: readonly { label: string; note?: string; href: string; minor?: boolean }[];
  /** Links at the foot of the menu, to what is not this game: its source, its maker. */
  about?: readonly { label: string; href: string }[];
  /**
   * What to say of a mode in the address that the cabinet does not know, `lag:99` say: a sentence. Undefined: there is
   * no such mode.
   */
  modeWords?(mode: string): string | undefined;
  /** Controls of the game's own, which stand above the bar while it is played. */
  strip?: HTMLElement;
  /** False: no timeline, and nothing is recorded for it. */
  timeline?: boolean;
  /** What to open in place of the page's own query, `?mode=hotseat` say: for a mode that the app brings itself. */
  search?: string;
  /** Default document.body. The cabinet fills it. */
  parent?: HTMLElement;
}

/** What stands under globalThis.arcade. */
export interface ArcadeHandle {
  /** Null before there is one. */
  readonly match: Match<FieldSpecs> | null;
  /** Every match of this page: none, one, or two where the other machine is in this page. This machine's is the first. */
  readonly matches: readonly Match<FieldSpecs>[];
  /** The replay that is on the stage, if one is. */
  readonly replay: ReplayPlayer<FieldSpecs> | null;
  /** What the match did frame by frame; null where the timeline is left out. */
  readonly timeline: TimelineHandle | null;
  readonly game: AnyGame;
  /** What a hosting page's guest types or puts into ?join=. Empty elsewhere. */
  readonly code: string;
  /**
   * Straight to the handle, past seats and devices. A match at one screen that waits for its first player begins with
   * the first press or release. Before a match has begun, what is pressed waits for it.
   * @throws RangeError for a handle that does not exist, or that is not played at this machine: it names those that
   * are. TypeError for one that is no integer.
   */
  press(handle: PlayerHandle, bits: number): void;
  /** Of any handle of the game. @throws as press, but not for a handle that is played elsewhere. */
  release(handle: PlayerHandle, bits: number): void;
}

const REQUIRED_FUNCTIONS = ['draw'] as const;

/** @throws TypeError or RangeError for the first thing that is wrong, naming it. */
export function assertOptions<F extends FieldSpecs>(options: CabinetOptions<F>): void {
  if (typeof options !== 'object' || options === null) throw new TypeError('mount takes an object of options');
  if (typeof options.game !== 'object' || options.game === null)
    throw new TypeError('mount: game is missing; make one with defineGame');
  for (const name of REQUIRED_FUNCTIONS) {
    if (typeof options[name] !== 'function')
      throw new TypeError(`mount: ${name} must be a function, got ${typeof options[name]}`);
  }
  for (const name of ['title', 'goal'] as const) {
    if (typeof options[name] !== 'string')
      throw new TypeError(`mount: ${name} must be a string, got ${typeof options[name]}`);
  }
  for (const name of ['keys', 'pad', 'players'] as const) {
    if (!Array.isArray(options[name]))
      throw new TypeError(`mount: ${name} must be an array, got ${typeof options[name]}`);
  }
  const { height, width } = options.stage ?? {};
  if (!(width > 0) || !(height > 0))
    throw new RangeError(`mount: stage must be larger than 0 x 0, got ${width} x ${height}`);
  if (options.players.length !== options.game.numPlayers) {
    throw new RangeError(
      `mount: players must name ${options.game.numPlayers} players, as the game has, got ${options.players.length}`,
    );
  }
  assertRivals(options.rival);
  const local = options.localPlayers ?? 1;
  if (!Number.isInteger(local)) throw new TypeError(`mount: localPlayers must be an integer, got ${local}`);
  if (local < 1 || local > options.game.numPlayers) {
    throw new RangeError(`mount: localPlayers must be in 1 … ${options.game.numPlayers}, got ${local}`);
  }
}
