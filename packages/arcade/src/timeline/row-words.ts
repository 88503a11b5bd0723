// What a frame, and all frames together, are in words; and a file that is no recording of them.
import type { PadButton } from '../input/pad-button.js';
import type { FlightFileError } from './flight-file.js';
import { inputWords } from './input-words.js';
import type { FlightCell, FlightLog, FlightRow, FlightSums } from './flight-log.js';

export interface RowWords {
  readonly title: string;
  readonly lines: readonly string[];
}

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
const hex = (value: number): string => value.toString(16).padStart(8, '0');

function arrival(cell: FlightCell): string {
  if (cell.late === undefined || cell.late === 0) return 'in time';
  return cell.late > 0 ? `${many(cell.late, 'tick')} late` : `${many(-cell.late, 'tick')} early`;
}

function cellWords(cell: FlightCell, here: boolean, row: FlightRow, buttons: readonly PadButton[]): string {
  const name = (word: number | undefined): string => inputWords(buttons, word ?? 0);
  switch (cell.mark) {
    case 'wrong':
      return `${name(cell.real)}, came ${arrival(cell)}; guessed wrong, as ${name(cell.guess)}`;
    case 'right':
      return `${name(cell.real)}, came ${arrival(cell)}; guessed right`;
    case 'guessed':
      return `not known yet, guessed as ${name(cell.guess)}`;
    case 'none':
      return 'not known yet';
    case 'known': {
      if (cell.arrived === 0) return 'nothing by rule: a startup frame';
      if (!here) return `${name(cell.real)}, came ${arrival(cell)}`;
      if (row.sent === 0) return `${name(cell.real)}, played here`;
      return `${name(cell.real)}, played here; ${row.acked === 0 ? 'on its way to the others' : `the others had it ${many(row.acked - row.sent, 'tick')} later`}`;
    }
  }
}

/** `names` by handle. */
export function rowWords(
  log: FlightLog,
  row: FlightRow,
  names: readonly string[],
  buttons: readonly PadButton[],
): RowWords {
  const nameOf = (handle: number): string => names[handle] ?? `Player ${handle + 1}`;
  const run = row.runs === 0 ? 'due' : row.runs === 1 ? 'run once' : `run ${row.runs} times`;
  const here = log.localHandles;
  const lines = row.cells.map(
    (cell, handle) => `${nameOf(handle)}: ${cellWords(cell, here.includes(handle), row, buttons)}`,
  );
  if (row.desync !== undefined) {
    const { checksum, player } = row.desync;
    lines.unshift(
      `Apart: ${nameOf(player)}’s machine ${checksum === undefined ? 'differs' : 'has another state'} here`,
    );
  }
  if (row.rollbacks > 0)
    lines.push(
      `${row.rollbacks === 1 ? 'A rollback' : `${row.rollbacks} rollbacks`} began here, ${many(row.depth, 'frame')} deep`,
    );
  if (row.stalls > 0) lines.push(`Waited ${many(row.stalls, 'tick')} for ${nameOf(row.waitedFor)}`);
  if (row.pauses > 0) lines.push(`Paused for ${many(row.pauses, 'tick')}`);
  if (row.packets > 0)
    lines.push(
      `${many(row.packets, 'packet')} sent, ${many(row.bytes, 'byte')}; ${many(row.inFlight, 'input')} on the way`,
    );
  return {
    title: `Frame ${row.frame}, ${run}, ${row.checksum === undefined ? 'not confirmed' : `checksum ${hex(row.checksum)}`}`,
    lines,
  };
}

/** What all frames come to. `hz` turns frames into seconds. */
export function sumWords(sums: FlightSums, hz: number): RowWords {
  const { apartAt, deepest, frames, guessed, inFlight, pauses, redone, right, rollbacks, stalls, wrong } = sums;
  const lines = [
    `Redone: ${many(redone, 'frame')} in ${many(rollbacks, 'rollback')}, the deepest ${deepest}`,
    `Guessed: ${wrong} wrong, ${right} right, ${guessed} open`,
    `Waited: ${many(stalls, 'tick')}. On the way: ${many(inFlight, 'input')}`,
  ];
  if (pauses > 0) lines.push(`Paused: ${many(pauses, 'tick')}`);
  if (apartAt >= 0) lines.unshift(`Apart: the machines differ at frame ${apartAt}`);
  return { title: `The last ${(frames / hz).toFixed(1)} s`, lines };
}

const TROUBLE: Readonly<Record<FlightFileError, string>> = {
  'not-a-timeline': 'This file is no timeline. Choose one that “Save” has made.',
  version: 'This timeline was written by another version of the library. Open it with that one.',
  truncated: 'The end of this file is missing. Save or send it again.',
  corrupt: 'This file has been damaged on its way. Save or send it again.',
};

/** Each says what to do next. */
export const wordsForTimeline = (error: FlightFileError): string => TROUBLE[error];
