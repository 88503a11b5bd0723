// The truth of a match, computed without a ring, a session or a network: simulate on plain typed arrays with the inputs
// that were really sampled.
import { checksum, type FieldArray, type Frame, type Game, type PlayerHandle } from '../../src/index.js';
import { FIELDS, type Fields, type Views } from './sensitive-game.js';

/** What one machine sampled for one player, from a frame on. */
interface Stretch {
  readonly owner: string;
  readonly from: Frame;
  /** `words` values a frame. */
  readonly rows: number[];
  /** What a gap at its beginning repeats. */
  readonly before: readonly number[];
}

/** What each player's machine sampled: the first value for a frame stands. One for all machines of a match. */
export class InputLog {
  readonly words: number;
  private readonly stretches: Stretch[][] = [];
  /** The last frame for which a player's startup was taken to be neutral before its machine had started. */
  private readonly assumed: Frame[] = [];

  constructor(words: number) {
    this.words = words;
  }

  /** `neutralUntil`: frames below are neutral. */
  own(player: PlayerHandle, owner: string, neutralUntil: Frame): void {
    const [first] = this.stretches[player] ?? [];
    if (first) throw new Error(`player ${player} belongs to ${first.owner} and to ${owner}`);
    const assumed = this.assumed[player] ?? -1;
    if (assumed >= neutralUntil)
      throw new Error(
        `frame ${assumed} was confirmed before player ${player} was there, whose delay is ${neutralUntil}`,
      );
    this.stretches[player] = [
      { owner, from: 0, rows: new Array<number>(neutralUntil * this.words).fill(0), before: this.neutral() },
    ];
  }

  /** From frame `from` on the player's inputs are its own again. Every machine says so; the first one counts. */
  reenter(player: PlayerHandle, owner: string, from: Frame, before: readonly number[]): void {
    const stretches = (this.stretches[player] ??= []);
    const last = stretches.at(-1);
    if (last?.from === from) return;
    stretches.push({ owner, from, rows: [], before });
  }

  /** A sample for `frame`: a gap before it repeats the last input; a frame that has one keeps it. */
  sample(player: PlayerHandle, frame: Frame, input: readonly number[]): void {
    const { from, rows, before } = this.stretches[player]!.at(-1)!;
    const last = rows.length ? rows.slice(-this.words) : before;
    while (from + rows.length / this.words < frame) rows.push(...last);
    if (from + rows.length / this.words === frame) rows.push(...input.map((value) => value >>> 0));
  }

  read(player: PlayerHandle, frame: Frame, out: Uint32Array, at: number): boolean {
    const stretches = this.stretches[player];
    if (!stretches) this.assumed[player] = frame;
    let stretch: Stretch | undefined;
    for (const each of stretches ?? []) if (each.from <= frame) stretch = each;
    for (let word = 0; word < this.words; word++) {
      const value = frame < 0 || !stretch ? 0 : stretch.rows[(frame - stretch.from) * this.words + word];
      if (value === undefined) return false;
      out[at + word] = value;
    }
    return true;
  }

  neutral(): number[] {
    return new Array<number>(this.words).fill(0);
  }
}

/** When whose players were out. */
export class Cuts {
  private readonly all = new Map<PlayerHandle, { last: Frame; until: Frame }[]>();

  /** From lastFrame+1 on the player is neutral, or repeats. */
  cut(player: PlayerHandle, last: Frame): void {
    const cuts = this.all.get(player) ?? [];
    if (!cuts.some((cut) => cut.last === last)) this.all.set(player, [...cuts, { last, until: Infinity }]);
  }

  /** From `frame` on it is back. */
  end(player: PlayerHandle, frame: Frame): void {
    const cut = this.all.get(player)?.at(-1);
    if (cut) cut.until = Math.min(cut.until, frame);
  }

  /** The last frame of its inputs before it was out at `frame`, or undefined. */
  at(player: PlayerHandle, frame: Frame): Frame | undefined {
    return this.all.get(player)?.find(({ last, until }) => frame > last && frame < until)?.last;
  }

  /** The last frame of its inputs before it was out for the last time, or undefined. */
  latest(player: PlayerHandle): Frame | undefined {
    return this.all.get(player)?.at(-1)?.last;
  }

  copy(): Cuts {
    const copy = new Cuts();
    for (const [player, cuts] of this.all)
      copy.all.set(
        player,
        cuts.map((cut) => ({ ...cut })),
      );
    return copy;
  }
}

const NAMES = ['wide', 'lanes', 'tally', 'recent', 'trace'] as const;

/** The state that one machine must stand in, frame by frame. */
export class Truth {
  readonly fields: Views;
  /** The snapshot as core lays it out: descending element size, padded with zeros to 8 bytes. */
  readonly bytes: Uint8Array;
  /** The frame that `fields` is after. */
  frame = -1;
  /** The first frame after which the game is over, or -1. */
  over = -1;
  private readonly game: Game<Fields>;
  private readonly log: InputLog;
  private readonly cuts: Cuts;
  private readonly onDrop: string;
  private readonly inputs: Uint32Array;

  constructor(game: Game<Fields>, log: InputLog, seed: number, onDrop: string, cuts = new Cuts()) {
    this.game = game;
    this.log = log;
    this.onDrop = onDrop;
    this.cuts = cuts;
    let size = 0;
    for (const name of NAMES) size += FIELDS[name].type.BYTES_PER_ELEMENT * FIELDS[name].length;
    const buffer = new ArrayBuffer(Math.ceil(size / 8) * 8);
    let at = 0;
    const views: Record<string, FieldArray> = {};
    for (const name of NAMES) {
      const { type, length } = FIELDS[name];
      views[name] = new type(buffer, at, length);
      at += views[name].byteLength;
    }
    // Filled with one view for each name just above.
    this.fields = views as unknown as Views;
    this.bytes = new Uint8Array(buffer);
    this.inputs = new Uint32Array(game.numPlayers * log.words);
    game.init?.(this.fields, seed);
  }

  cut(player: PlayerHandle, lastFrame: Frame): void {
    if (this.frame > lastFrame)
      throw new Error(
        `player ${player} is cut after frame ${lastFrame}, and frame ${this.frame} was confirmed already`,
      );
    this.cuts.cut(player, lastFrame);
  }

  reenter(player: PlayerHandle, frame: Frame): void {
    if (this.frame >= frame)
      throw new Error(`player ${player} is back from frame ${frame} on, and frame ${this.frame} was confirmed already`);
    this.cuts.end(player, frame);
  }

  /** The player's words of `frame`, in `out` from `at` on. False if nobody sampled them. */
  input(player: PlayerHandle, frame: Frame, out: Uint32Array, at = 0): boolean {
    const last = this.cuts.at(player, frame);
    if (last !== undefined && this.onDrop !== 'repeat') {
      out.fill(0, at, at + this.log.words);
      return true;
    }
    // That frame may itself have been in a cut: one who was to come back and left again before.
    return last === undefined ? this.log.read(player, frame, out, at) : this.input(player, last, out, at);
  }

  step(): void {
    const frame = this.frame + 1;
    for (let player = 0; player < this.game.numPlayers; player++) {
      if (!this.input(player, frame, this.inputs, player * this.log.words)) {
        throw new Error(`frame ${frame} was confirmed, and player ${player} has sampled nothing for it`);
      }
    }
    this.game.simulate(this.fields, this.inputs, frame);
    this.frame = frame;
    if (this.over < 0 && this.game.isOver?.(this.fields)) this.over = frame;
  }

  checksum(seed = 0): number {
    return checksum(this.bytes, seed);
  }

  /** The first field and index where `state` is another, or undefined. */
  difference(state: Views): string | undefined {
    for (const name of NAMES) {
      const ours = this.fields[name];
      const theirs = state[name];
      for (let i = 0; i < ours.length; i++) {
        if (!Object.is(ours[i], theirs[i])) return `${name}[${i}] is ${theirs[i]}, the truth is ${ours[i]}`;
      }
    }
    return undefined;
  }
}
