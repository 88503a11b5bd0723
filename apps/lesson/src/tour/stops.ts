// The guided tour: what to set, where to stand, what to look at, what to say.
import type { LineName } from '../code/places.js';
import { DEFAULT_SETTINGS, scriptOf, type Settings } from '../settings.js';
import { LEFT, RIGHT, STAY } from '../sim/track.js';

/** A part of the stage that a stop points at. */
export type Part = 'dials' | 'timeline' | 'code' | 'report';

export interface Stop {
  readonly title: string;
  /** Paragraphs. */
  readonly text: readonly string[];
  readonly settings: Settings;
  /** Wall frames played; the end if it is left out. */
  readonly at?: number;
  readonly row?: number;
  readonly line?: LineName;
  readonly look: Part;
  /** Where to read on, as address and words. */
  readonly links?: readonly (readonly [string, string])[];
}

const scenario = (patch: Partial<Settings>): Settings => ({ ...DEFAULT_SETTINGS, ...patch });

export const STOPS: readonly Stop[] = [
  {
    title: 'Two machines, one game',
    text: [
      'P1 sits at this machine, P2 at another one. Each runs the whole game for itself, and the only thing that travels between them is which key was pressed.',
      'That works because the game is deterministic: the same presses from the same start give the same cells, to the bit. Time runs down the page, one row a frame; the track lies across. This is the run with all presses known.',
    ],
    settings: DEFAULT_SETTINGS,
    look: 'timeline',
  },
  {
    title: 'Lockstep waits',
    text: [
      'The lag is 3: a press needs three frames to the other side. The oldest cure is to run no frame before both presses are here. Then your own press has to wait as long as the other one travels.',
      'Delay 3 does that. P1 presses right from the first frame on, yet stands still for three rows: every press acts three frames after it was made. In return nothing is guessed and nothing is ever redone.',
    ],
    settings: scenario({ delay: 3 }),
    at: 4,
    row: 3,
    line: 'resimulate.known',
    look: 'timeline',
  },
  {
    title: 'The guess',
    text: [
      'Rollback does not wait. Frame 0 is due, P1’s press is here, P2’s is on the wire. So the machine guesses P2’s press and runs the frame with it, at once.',
      'The guess is the last press that landed, once more. Before any has landed that is: stay. Rows on a guess are hatched, and a guessed P2 is hollow.',
    ],
    settings: DEFAULT_SETTINGS,
    at: 1,
    row: 0,
    line: 'resimulate.predict',
    look: 'timeline',
  },
  {
    title: 'Save before you trust it',
    text: [
      'Three frames rest on guesses now, and three presses are on their way. Whoever guesses must be able to come back, so the state is saved after every frame.',
      'A save is one copy of the game’s memory into a ring, cheap enough to do always. That is why it is done for every frame, guess or not, and why nothing ever has to be freed.',
    ],
    settings: DEFAULT_SETTINGS,
    at: 3,
    row: 2,
    line: 'resimulate.save',
    look: 'timeline',
  },
  {
    title: 'A wrong guess',
    text: [
      'P2’s press for frame 0 lands: left. The guess was stay. The machine puts back the state from before frame 0 and runs frames 0, 1 and 2 again: frame 0 with the truth, 1 and 2 with a new guess, left.',
      'All of that happens in one tick, before the next picture. What the rows held before stays as a pale outline.',
    ],
    settings: DEFAULT_SETTINGS,
    at: 4,
    row: 0,
    line: 'resimulate.rollback',
    look: 'timeline',
  },
  {
    title: 'A right guess',
    text: [
      'P2’s press for frame 1 lands, and it is left, as guessed. The row becomes confirmed and that is all: no state is put back, no frame runs twice.',
      'People hold a key for many frames, so most guesses are right. A steady walk costs one wrong guess at its beginning and then none.',
    ],
    settings: DEFAULT_SETTINGS,
    at: 5,
    row: 1,
    line: 'accept.confirm',
    look: 'timeline',
  },
  {
    title: 'Before the turn',
    text: [
      'P2 has turned and runs away, but the news of it is still on the wire. This machine goes on guessing left. So the two seem to stand nose to nose, and for three rows neither can move.',
      'Look at the right: the press for frame 4 says right, and has one more frame to travel.',
    ],
    settings: DEFAULT_SETTINGS,
    at: 7,
    row: 4,
    line: 'stepTrack.hold',
    look: 'timeline',
  },
  {
    title: 'Why both players move',
    text: [
      'Now it lands. Frames 4, 5 and 6 run again, and this time the way is free: P1, too, moves, from cell 7 to cell 10 within one tick, though not one of P1’s presses was wrong.',
      'There is no part of the state that is “yours” and safe. Each state comes from both presses, so a wrong guess about the other player is also a wrong past of your own.',
    ],
    settings: DEFAULT_SETTINGS,
    at: 8,
    row: 6,
    line: 'stepTrack.hold',
    look: 'timeline',
  },
  {
    title: 'What it costs',
    text: [
      'In that tick the machine ran four frames: three again and one new. A rollback of depth k needs k + 1 frames in the time of one. On this track a frame is two additions. In a real game it is every collision and every body, so this is what your budget must hold.',
      'The whole run: 2 rollbacks, 6 frames again, 3 the deepest. The last presses land three ticks after the last frame has run, hence 17 wall frames for 14.',
    ],
    settings: DEFAULT_SETTINGS,
    at: 8,
    line: 'resimulate.resimulate',
    look: 'report',
  },
  {
    title: 'Delay buys depth',
    text: [
      'A press is made d frames before it acts, and travels L frames. So it is late by L − d, and that is exactly how far a wrong guess reaches back: depth = lag − delay.',
      'With delay 2 the two rollbacks are one frame deep. The price is that your own key acts two frames later, a thirtieth of a second at 60 frames. Games settle between the two; this engine starts at 2.',
    ],
    settings: scenario({ delay: 2 }),
    look: 'dials',
  },
  {
    title: 'The window, and the stall',
    text: [
      'Guesses may not pile up for ever: more of them is a longer redo, and a bigger jump. The window is how many frames may rest on guesses. When it is full, the machine stalls: the tick runs no frame.',
      'Here the lag is 6 and the window 4. After four frames both machines stand still for two ticks. Both have made their next presses later by that much, so five frames on they wait again: 4 stalls, 24 wall frames. A window of 6 would have hidden it all. Shipped games allow seven or eight.',
    ],
    settings: scenario({ lag: 6, window: 4 }),
    at: 5,
    line: 'advance.stall',
    look: 'timeline',
  },
  {
    title: 'A player who dithers',
    text: [
      'The guess is as good as the player is steady. P2 now changes direction in every frame: each press that lands contradicts the guess, and each tick redoes three frames. The figures grow, the game goes on.',
      'It is the worst case, and worth testing your game against: 14 rollbacks, 39 frames again.',
    ],
    settings: scenario({
      scripts: [
        scriptOf([], RIGHT),
        scriptOf(Array.from({ length: 20 }, (_, made) => (made % 2 === 0 ? LEFT : RIGHT))),
      ],
    }),
    look: 'report',
  },
  {
    title: 'Checksums',
    text: [
      'All of this rests on one promise: that both machines compute the same. A clock read in the wrong place, a sine, an unordered set, and they drift apart without a sound.',
      'So they compare. Every so often, here every 4 frames, usually every 30, each tells the other the checksum of a confirmed frame. Only confirmed: a guess may differ and mean nothing. Tap a row to see both numbers.',
    ],
    settings: scenario({ scripts: [scriptOf([RIGHT, RIGHT, STAY, STAY], RIGHT), DEFAULT_SETTINGS.scripts[1]] }),
    row: 8,
    line: 'compare.equal',
    look: 'timeline',
  },
  {
    title: 'Where to read on',
    text: [
      'Change a press on the strips, pull the dials. Whatever you set is in the address: copy it and send it.',
      'Then play over a line that is bad on purpose: in both games the button Timeline shows your own match like this. Or read on.',
    ],
    settings: DEFAULT_SETTINGS,
    look: 'dials',
    links: [
      ['../fighter/?mode=lag:6:10', 'Fighter, 100 ms apart, 10 % of the packets lost'],
      ['../pong/?room=sofa', 'Pong in two tabs'],
      ['../docs/packages/core/', 'A first match in code'],
      ['../docs/invariants/', 'What the engine promises'],
      ['../docs/desync-playbook/', 'When two machines part'],
    ],
  },
];
