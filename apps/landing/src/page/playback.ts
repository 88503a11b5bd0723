// The buttons that run one of the two matches: play, pause, slow motion.
import { find } from '@lite-rollback/app-shared/find';
import { type Running, runWhileSeen } from '@lite-rollback/app-shared/run-while-seen';

/** Slow motion: every packet can be followed. */
const SLOWNESS = 8;
/** A page that could not keep up for longer than this lets the time go, ms. */
const LONGEST_BEAT = 100;

export interface Playback {
  readonly running: Running;
  /** How many times slower than life: 1 or 8. */
  readonly slowness: number;
  goSlow(wanted: boolean): void;
}

export interface PlaybackOptions {
  /** Where the buttons and the machines are. */
  section: HTMLElement;
  /** Whether it runs from the beginning. */
  wanted: boolean;
  /** Once an animation frame, with the ms of real time since the last one. */
  beat(ms: number): void;
  /** The visitor has pressed the big button. */
  onPlay(): void;
}

export function createPlayback({ beat, onPlay, section, wanted }: PlaybackOptions): Playback {
  const button = (name: string): HTMLButtonElement => find(`[data-run=${name}]`, HTMLButtonElement, section);
  const pause = button('pause');
  const slow = button('slow');
  let slowness = 1;

  function show(isWanted: boolean): void {
    section.dataset['running'] = isWanted ? 'yes' : 'no';
    pause.textContent = isWanted ? 'Pause' : 'Play';
  }
  function goSlow(isWanted: boolean): void {
    slowness = isWanted ? SLOWNESS : 1;
    slow.setAttribute('aria-pressed', String(isWanted));
  }

  const running = runWhileSeen(
    find('.machines', HTMLElement, section),
    wanted,
    (elapsed) => beat(Math.max(0, Math.min(LONGEST_BEAT, elapsed))),
    show,
  );
  show(running.wanted);
  pause.addEventListener('click', () => running.want(!running.wanted));
  slow.addEventListener('click', () => goSlow(slowness === 1));
  button('play').addEventListener('click', () => {
    running.want(true);
    onPlay();
  });
  return {
    running,
    get slowness() {
      return slowness;
    },
    goSlow,
  };
}
