// What the bench measures, and what its tables call it. The tables of the READMEs are its output, and a test holds
// their rows against this file.

/** Bytes of state. */
export const SIZES = [192, 8_192, 65_536, 1_048_576];

/** @param {number} bytes */
export const sizeName = (bytes) =>
  bytes < 1024 ? `${bytes} B` : bytes < 1_048_576 ? `${bytes / 1024} KB` : `${bytes / 1_048_576} MB`;

/**
 * @typedef {object} Row
 * @property {string} id as the sections report it
 * @property {string} name first cell of the row
 * @property {string} [basis] what the figure is divided by, in words, where the row has its own
 * @property {'bytes'} [unit] nanoseconds when left out
 */
/**
 * @typedef {object} Table
 * @property {string} id of its markers in the READMEs
 * @property {boolean} bySize one column for each of SIZES, or one for all
 * @property {string} head first cell of the head
 * @property {string} note one line below the table
 * @property {Row[]} rows
 */

/** @type {Table} */
const least = {
  id: 'least',
  bySize: true,
  head: 'core, against the least that could be done',
  note: '× the basis (time itself). The simulate of these rows is three integer additions. Redone means rolled back to, simulated and committed again.',
  rows: [
    { id: 'commit', name: '`commit()`', basis: 'one memory copy of the state' },
    { id: 'simulate-commit', name: 'simulate and `commit()`', basis: 'simulate and one copy' },
    { id: 'step', name: '`step()`', basis: 'simulate and one copy' },
    { id: 'step-inputs', name: '`step()` with both inputs given', basis: 'simulate and one copy' },
    { id: 'redo', name: 'a frame with 8 redone', basis: 'nine times simulate and one copy' },
    { id: 'redo-traced', name: 'the same with a trace that counts', basis: 'without it' },
    { id: 'checksum', name: '`checksumAt()`', basis: 'a plain 32-bit sum of the state' },
  ],
};

const RIVAL_NAMES = /** @type {const} */ ({
  'rollback-netcode-readme': 'rollback-netcode 0.0.6',
  'rollback-netcode-fastest': 'rollback-netcode 0.0.6, tuned',
  'netplayjs-readme': 'netplayjs 0.4.1',
  'netplayjs-fastest': 'netplayjs 0.4.1, tuned',
});
export const RIVALS = Object.keys(RIVAL_NAMES);

/** @param {string} mode @param {string} words @returns {Row[]} */
const contest = (mode, words) => [
  { id: `ours-${mode}`, name: `${words}: this library` },
  ...Object.entries(RIVAL_NAMES).map(([id, name]) => ({
    id: `${id}-${mode}`,
    name: `${words}: ${name}`,
    basis: 'this library',
  })),
];

/** @type {Table} */
const rivals = {
  id: 'rivals',
  bySize: true,
  head: 'one frame of the same game, without a network',
  note:
    '× this library (time itself). "Tuned" is the fastest game that we could write for that engine: its state handed over without serializing, its hash free. ' +
    'Without that word the game is written as that package’s README writes one. All play to the same state first. Each × is against this library in the same process; its own row is the fastest of those.',
  rows: [...contest('onTime', 'nothing guessed'), ...contest('late', '8 frames redone')],
};

/** @type {Table} */
const whole = {
  id: 'whole',
  bySize: false,
  head: 'whole matches, replays and games',
  note: 'Late: packets take 6 ticks and the input delay is 2, so every frame is guessed wrong and every tick redoes four.',
  rows: [
    { id: 'advance-2', name: '`advance()`, 2 machines', basis: '`step()` with the same inputs' },
    { id: 'advance-2-late', name: '`advance()`, 2 machines, late', basis: '`step()` with the same inputs' },
    { id: 'advance-4', name: '`advance()`, 4 machines', basis: '`step()` with the same inputs' },
    { id: 'advance-4-late', name: '`advance()`, 4 machines, late', basis: '`step()` with the same inputs' },
    { id: 'pong-redo', name: 'pong, a frame with 8 redone', basis: 'a frame of it' },
    { id: 'fighter-redo', name: 'fighter, a frame with 8 redone', basis: 'a frame of it' },
    { id: 'replay-size', name: 'replay of 10 minutes of pong', unit: 'bytes' },
    { id: 'replay-first', name: 'its end, sought for the first time', basis: 'a frame of it' },
    { id: 'replay-seek', name: 'any moment of it after that', basis: 'a frame of it' },
    { id: 'replay-verify', name: '`verify()` of it', basis: 'a frame of it' },
    { id: 'ours-garbage', name: 'garbage of a frame with 8 redone, 192 B: this library', unit: 'bytes' },
    ...Object.entries(RIVAL_NAMES).map(([id, name]) => ({
      id: `${id}-garbage`,
      name: `garbage of the same: ${name}`,
      unit: /** @type {const} */ ('bytes'),
    })),
  ],
};

export const TABLES = [least, rivals, whole];
