// The game as a match takes it.
import { defineGame, type Match } from '@lite-rollback/core';
import { STARTS, stepTrack } from './sim/track.js';

const FIELDS = { cells: { type: Int32Array, length: 2 } } as const;
export type TrackFields = typeof FIELDS;
export type TrackMatch = Match<TrackFields>;

export const track = defineGame({
  id: 'lesson-track/1',
  numPlayers: 2,
  fields: FIELDS,
  init: ({ cells }) => cells.set(STARTS),
  simulate: ({ cells }, presses) => stepTrack(cells, presses),
});
