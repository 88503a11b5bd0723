// The two games this app plays, as core takes them. All of it rolls back; nothing here draws or sounds.
import { defineGame } from '@lite-rollback/core';
import { COURT_OF_FOUR, COURT_OF_TWO, type Court } from './sim/court.js';
import { pongFields } from './sim/fields.js';
import { NO_GOAL } from './sim/flight.js';
import { openMatch, simulateFrame, winner } from './sim/simulate.js';

function pongOn(court: Court, id: string) {
  return defineGame({
    id,
    fields: pongFields(court.numPlayers),
    numPlayers: court.numPlayers,
    init: (fields, seed) => openMatch(court, fields, seed),
    simulate: (fields, inputs, frame) => simulateFrame(court, fields, inputs, frame),
    isOver: (fields) => winner(fields) !== NO_GOAL,
  });
}

/** One against one. */
export const pong = pongOn(COURT_OF_TWO, 'pong/1');
/**
 * Two against two: handles 0 and 1 play left, 2 and 3 right. Of each pair the first keeps the goal, the second plays
 * forward.
 */
export const pongOfFour = pongOn(COURT_OF_FOUR, 'pong4/1');
