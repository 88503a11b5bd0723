// A scenario of the soak is plain data: all that happens follows from it. So it can be cut down, printed as a test,
// kept in a file and played again.
import type { LinkSettings } from '../test/match/network.js';

/**
 * Letter of a player's machine, a … d, or of a spectator's, u … z: the page at one place, however often it is loaded.
 */
export type Who = string;

/** A machine that plays. */
export interface Player {
  /** Players there, default 1. */
  players?: number;
  /** Frames, default 2. */
  delay?: number;
  /** Rate of its clock and of its loop, default 1. */
  speed?: number;
  /** Buttons held as a person does; default: every bit anew at every tick. */
  held?: boolean;
  /** ms of the world before its first tick. */
  late?: number;
  /** At so many ms its clock jumps by so many. */
  jumps?: (readonly [at: number, by: number])[];
}

/** How one direction of a link is, for a while. */
export interface Weather extends Partial<
  Pick<LinkSettings, 'latencyMs' | 'jitterMs' | 'loss' | 'duplicate' | 'reorder'>
> {
  /** Gilbert–Elliott: probability per packet of entering and of leaving the state in which all is lost. */
  bursts?: { enter: number; exit: number };
  /** Bytes a second, behind a queue of one second; what does not fit is lost. */
  rate?: number;
}

/**
 * 'mutated', 'noise', 'replayed' may come from anybody; 'sealed' is made by a machine of the match; 'hellos' are whole
 * ones of many strangers.
 */
export type Garbage = 'mutated' | 'noise' | 'replayed' | 'sealed' | 'hellos';

/** What happens at `at` ms; where it has a `for`, it is over so many ms later. */
export type Trouble = { at: number } & (
  | { do: 'weather'; from: Who; to: Who; for: number; is: Weather }
  /** The next packets of one direction are lost. */
  | { do: 'lose'; from: Who; to: Who; packets: number }
  | { do: 'cut'; from: Who; to: Who; for: number }
  /** These on one side, all others on the other. */
  | { do: 'part'; side: string; for: number }
  | { do: 'close' | 'kill' | 'rename' | 'watch'; who: Who }
  /**
   * 'freeze': no tick at all. 'hide': pauses as hidden, and polls. 'poll': polls and says nothing. 'pause': as the user
   * does.
   */
  | { do: 'freeze' | 'hide' | 'poll' | 'pause'; who: Who; for: number }
  | { do: 'delay'; who: Who; frames: number }
  /** Without a goodbye; loaded again `for` ms later, at the same address. */
  | { do: 'reload'; who: Who; for: number; ticket: boolean }
  /** All close and play again over the same transports. */
  | { do: 'rematch' }
  | { do: 'garbage'; who: Who; kind: Garbage; packets: number; for: number }
);

export interface Scenario {
  seed: number;
  machines: Record<Who, Player>;
  /** Trouble ends after so many ms: the links heal, everybody wakes up. */
  ms: number;
  troubles: Trouble[];
  /** Of every direction at first, and when its weather is over. Default 40 ms and nothing else. */
  link?: Weather;
  words?: number;
  onDrop?: 'end' | 'neutral' | 'repeat';
  /** Default 2000. */
  dropAfterMs?: number;
  maxPrediction?: number;
  desyncInterval?: number;
  graceMs?: number;
  /** The game is over after so many frames. */
  overAtFrames?: number;
}

export const DROP_AFTER_MS = 2000;
export const PAUSE_TIMEOUT_MS = 6000;
export const SYNC_TIMEOUT_MS = 8000;
/** What a machine whose packets are made up may hold the others up for. */
export const LIAR_STALL_MS = 6000;
/** How long those who meet it wait for others. */
export const LIAR_ROOM_MS = 15_000;

/** True if packets are made up in the name of a machine of the match. */
export const isLying = ({ troubles }: Scenario): boolean =>
  troubles.some((trouble) => trouble.do === 'garbage' && trouble.kind === 'sealed');

/** The longest time for which one of `spans` covers any moment, with a margin after each. */
function longest(spans: readonly (readonly [number, number])[], margin: number): number {
  let most = 0;
  let [from, to] = [-1, -1];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (start > to + margin) from = start;
    to = Math.max(to, end);
    most = Math.max(most, to - from);
  }
  return most;
}

/**
 * Whether anybody may be dropped, or end, in it: whether somebody leaves, or is silent for more than half of what is
 * allowed.
 */
export function mayDrop({ troubles, dropAfterMs = DROP_AFTER_MS }: Scenario): boolean {
  const silences: [number, number][] = [];
  const renamed = new Set<Who>();
  for (const trouble of troubles) {
    if (trouble.do === 'close' || trouble.do === 'kill' || trouble.do === 'reload' || trouble.do === 'rematch')
      return true;
    if (trouble.do === 'garbage' && trouble.kind === 'sealed') return true;
    if (trouble.do === 'rename') renamed.add(trouble.who);
    if (trouble.do === 'cut' || trouble.do === 'part' || trouble.do === 'freeze')
      silences.push([trouble.at, trouble.at + trouble.for]);
    if (trouble.do === 'lose') silences.push([trouble.at, trouble.at + (trouble.packets / 60) * 1000]);
    // One that polls without a word and gives no inputs is waited for as long as one that pauses.
    if (
      (trouble.do === 'hide' || trouble.do === 'pause' || trouble.do === 'poll') &&
      trouble.for > PAUSE_TIMEOUT_MS / 2
    )
      return true;
  }
  // Two that both move while they do not hear each other never find each other again.
  return renamed.size > 1 || longest(silences, 300) > dropAfterMs / 2;
}
