// Runs a replay against the clock, and makes pictures of it.
import { createFixedClock, type FieldSpecs, type FieldViews, type Frame, type ReplayPlayer } from '@lite-rollback/core';
import { ELSEWHERE } from '../input/controls.js';
import type { CabinetOptions, Picture } from '../options.js';
import { eachCueBit } from '../sound/cue-bits.js';
import type { Synth } from '../sound/synth.js';

export interface Projector<F extends FieldSpecs> {
  readonly running: boolean;
  readonly frame: Frame;
  /** 0.25, 1 or 4, say. */
  speed: number;
  run(on: boolean): void;
  /** Goes there and stops. Outside the replay's frames: to the nearest one. */
  seek(frame: Frame): void;
  beat(nowMs: number): void;
  picture(): Picture<F>;
}

export function createProjector<F extends FieldSpecs>(
  player: ReplayPlayer<F>,
  options: CabinetOptions<F>,
  synth: Synth,
  reducedMotion: () => boolean,
  pxPerUnit: () => number,
): Projector<F> {
  const { cues } = options;
  const end = player.startFrame + player.frames;
  const clock = createFixedClock({ hz: options.game.hz ?? 60, maxTicks: 32 });
  // The player has one state; the one before it is a copy, made when there is a step.
  const previous = copyOf(player.fields);
  let running = false;
  let last: number | undefined;
  let speed = 1;

  function remember(): void {
    for (const name of Object.keys(player.fields)) previous[name]?.set(player.fields[name] ?? []);
  }

  function hear(): void {
    if (cues === undefined || speed > 1) return;
    eachCueBit(cues.read(player.fields), (bit) => {
      const sound = cues.sounds[bit];
      if (sound !== undefined) synth.play(sound, cues.pan?.(player.fields) ?? 0);
    });
  }

  return {
    get running() {
      return running;
    },
    get frame() {
      return player.frame();
    },
    get speed() {
      return speed;
    },
    set speed(next) {
      speed = next;
    },
    run(on) {
      // At the end it begins again.
      if (on && player.frame() === end) this.seek(player.startFrame);
      running = on;
      last = undefined;
    },
    seek(frame) {
      running = false;
      const to = Math.max(player.startFrame, Math.min(end, Math.round(frame)));
      player.seek(Math.max(player.startFrame, to - 1));
      remember();
      player.seek(to);
    },
    beat(nowMs) {
      const elapsed = last === undefined ? 0 : nowMs - last;
      last = nowMs;
      if (!running) return;
      for (let ticks = clock.ticks(elapsed * speed); ticks > 0; ticks--) {
        remember();
        if (player.step()) hear();
        else {
          running = false;
          break;
        }
      }
    },
    picture: () => ({
      fields: player.fields,
      // It has the fields of player.fields, one by one.
      previous: previous as FieldViews<F>,
      frame: player.frame() - 1,
      alpha: running ? clock.alpha : 1,
      offset: () => 0,
      localHandles: [],
      controls: () => ELSEWHERE,
      pxPerUnit: pxPerUnit(),
      reducedMotion: reducedMotion(),
      live: true,
    }),
  };
}

function copyOf<F extends FieldSpecs>(fields: FieldViews<F>): Record<string, { set(from: ArrayLike<number>): void }> {
  return Object.fromEntries(Object.entries(fields).map(([name, view]) => [name, view.slice()]));
}
