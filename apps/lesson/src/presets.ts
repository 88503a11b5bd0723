// Scenarios worth starting from.
import { DEFAULT_SETTINGS, scriptOf, type Press, type Script, type Settings } from './settings.js';
import { LEFT, RIGHT, STAY } from './sim/track.js';

export interface Preset {
  readonly name: string;
  readonly settings: Settings;
}

/** The presses over and over. */
const repeated = (...presses: Press[]): Script =>
  scriptOf(Array.from({ length: 20 }, (_, made) => presses[made % presses.length] ?? STAY));
const WALK = DEFAULT_SETTINGS.scripts[0];
const TURN = DEFAULT_SETTINGS.scripts[1];
const preset = (name: string, patch: Partial<Settings>): Preset => ({
  name,
  settings: { ...DEFAULT_SETTINGS, ...patch },
});

export const PRESETS: readonly Preset[] = [
  preset('P2 turns and runs', {}),
  preset('P2 walks on', { scripts: [WALK, scriptOf([], LEFT)] }),
  preset('P2 dithers', { scripts: [WALK, repeated(LEFT, RIGHT)] }),
  preset('P2 stops and goes', {
    frames: 20,
    scripts: [repeated(RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, STAY, STAY), repeated(LEFT, LEFT, LEFT, STAY, STAY, STAY)],
  }),
  preset('Delay for the whole lag', { delay: 3 }),
  preset('Far apart, delay 3', { lag: 6, delay: 3, window: 8 }),
  preset('Past the window', { lag: 6, window: 4 }),
  preset('A window of one', { lag: 4, window: 1, scripts: [WALK, TURN] }),
];
