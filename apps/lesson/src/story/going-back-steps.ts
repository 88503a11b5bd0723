// The one moment in which a guess turns out wrong, step by step, as two machines have played it.
import type { Cells } from '../run.js';
import { LEFT, RIGHT } from '../sim/track.js';
import type { DuoPicture, MachinePicture } from './draw-duo.js';
import { createDuo, type Flight } from './duo.js';
import { FRIEND, type Shown, YOU } from './one-machine.js';
import { still } from './hands.js';

export interface Step {
  readonly picture: DuoPicture;
  readonly words: string;
}

const LAG = 3;
/** The frame in which the friend turns. */
const TURN = 5;

interface Snapshot {
  readonly yours: Shown;
  readonly friends: Shown;
  readonly flights: readonly Flight[];
}

/** Every tick up to the one after the correction. */
function playTurn(): Snapshot[] {
  const duo = createDuo({ lag: LAG, delay: 0, window: 8 }, [still, (frame) => (frame < TURN ? LEFT : RIGHT)]);
  return Array.from({ length: TURN + LAG + 2 }, () => {
    duo.tick();
    return { yours: duo.now[YOU], friends: duo.now[FRIEND], flights: duo.flights };
  });
}

export function goingBackSteps(): Step[] {
  const ticks = playTurn();
  const at = (tick: number): Snapshot => {
    const found = ticks[tick];
    if (found === undefined) throw new Error(`no tick ${tick}`);
    return found;
  };
  const found = TURN + LAG;
  const { again, wrong } = at(found).yours;
  const shown = (tick: number): MachinePicture => ({ cells: at(tick).yours.cells, guessed: FRIEND });
  const step = (tick: number, yours: MachinePicture, words: string, now = tick): Step => ({
    picture: { machines: [yours, { cells: at(tick).friends.cells }], flights: at(tick).flights, now, from: FRIEND },
    words,
  });
  /** While the machine works: nothing of it is seen, and the other machine stands where it stood. */
  const inside = (cells: Cells, words: string, guessed: boolean): Step =>
    step(
      found - 1,
      {
        cells,
        lit: true,
        wrong: wrong.map((one) => one[FRIEND]),
        faded: 0,
        ...(guessed ? { guessed: FRIEND } : {}),
      },
      words,
      found,
    );
  const before = at(TURN - 1).yours.cells;
  const replay = (index: number): Step =>
    inside(
      again[index] ?? before,
      `It plays the ${LAG} moments again, with the keys that were really pressed: ${index + 1} of ${LAG}.`,
      index > 0,
    );
  return [
    step(
      TURN - 1,
      shown(TURN - 1),
      'Your friend walks left. Your machine guesses the keys that are on their way, and is right.',
    ),
    step(TURN, shown(TURN), 'Now your friend turns, and their own machine shows it at once.'),
    step(TURN + 1, shown(TURN + 1), 'Your machine cannot know yet. It guesses that your friend still walks left.'),
    step(TURN + 2, shown(TURN + 2), 'It guesses on. The key that says otherwise is nearly here.'),
    step(
      found - 1,
      { ...shown(found - 1), lit: true },
      'The key is here. The guess has been wrong for three moments.',
      found,
    ),
    inside(before, 'Your machine keeps a copy of every moment. It takes out the last one that was right.', false),
    ...Array.from({ length: LAG }, (_, index) => replay(index)),
    step(
      found,
      { ...shown(found), wrong: wrong.map((one) => one[FRIEND]).slice(-1), faded: 0.2 },
      'Then the moment that is due. All of this fits between two pictures: you only see your friend jump.',
    ),
    step(found + 1, shown(found + 1), 'From here on the guess is right again.'),
  ];
}
