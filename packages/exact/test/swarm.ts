// A game whose whole play is in two pools that refer to each other, with chance, timers and buttons: for the tests of
// pools under rollback.
import { defineGame } from '@lite-rollback/core';
import {
  axisOf,
  defineButtons,
  definePool,
  isDown,
  justPressed,
  nextChance,
  nextRange,
  NO_SLOT,
  startTimer,
  stepTimer,
} from '../src/index.js';
import { cos, degrees, mul, ONE, sin, TURN } from '../src/fixed.js';
import { angleTo, approachPoint, polar } from '../src/vector.js';

export const BUTTONS = defineButtons('left', 'right', 'fire', 'clear');
export const NUM_PLAYERS = 2;

export const shots = definePool({
  name: 'shots',
  capacity: 20,
  columns: {
    pos: { type: Int32Array, length: 2 },
    speed: { type: Int32Array, length: 2 },
    owner: { type: Uint8Array, length: 1 },
    target: { type: Uint32Array, length: 1 },
  },
});
export const mobs = definePool({
  name: 'mobs',
  capacity: 40,
  columns: { pos: { type: Int32Array, length: 2 }, life: { type: Int16Array, length: 1 } },
});

export const swarm = defineGame({
  id: 'swarm/1',
  numPlayers: NUM_PLAYERS,
  fields: {
    angle: { type: Int32Array, length: NUM_PLAYERS },
    score: { type: Int32Array, length: NUM_PLAYERS },
    before: { type: Uint32Array, length: NUM_PLAYERS },
    cooldown: { type: Uint8Array, length: NUM_PLAYERS },
    random: { type: Uint32Array, length: 1 },
    refused: { type: Int32Array, length: 1 },
    ...shots.fields,
    ...mobs.fields,
  },
  init({ random }, seed) {
    random[0] = seed;
  },
  simulate(fields, inputs) {
    const shot = shots.of(fields);
    const mob = mobs.of(fields);
    const { angle, score, before, cooldown, random, refused } = fields;

    if (nextChance(random, 0, 1, 6)) {
      const slot = mob.spawn();
      polar(mob.pos, slot * 2, nextRange(random, 0, 0, TURN), 60 * ONE);
      mob.life[slot] = nextRange(random, 0, 1, 4);
    }
    for (let player = 0; player < NUM_PLAYERS; player++) {
      const input = inputs[player]!;
      angle[player] = angle[player]! + axisOf(input, BUTTONS.left, BUTTONS.right) * degrees(3);
      stepTimer(cooldown, player);
      if (isDown(input, BUTTONS.fire) && cooldown[player] === 0) {
        startTimer(cooldown, player, 3);
        const slot = shot.spawn();
        if (slot === NO_SLOT) refused[0] = refused[0]! + 1;
        shot.owner[slot] = player;
        shot.speed[slot * 2] = mul(2 * ONE, cos(angle[player]!));
        shot.speed[slot * 2 + 1] = mul(2 * ONE, sin(angle[player]!));
        const prey = mob.first();
        if (prey !== NO_SLOT) shot.target[slot] = mob.handleOf(prey);
      }
      if (justPressed(input, before[player]!, BUTTONS.clear) && nextChance(random, 0, 1, 8)) shot.clear();
    }
    for (let slot = shot.first(); slot !== NO_SLOT; slot = shot.next(slot)) {
      const at = slot * 2;
      const prey = mob.slotOf(shot.target[slot]!);
      if (prey !== NO_SLOT)
        polar(
          shot.speed,
          at,
          angleTo(shot.pos[at]!, shot.pos[at + 1]!, mob.pos[prey * 2]!, mob.pos[prey * 2 + 1]!),
          2 * ONE,
        );
      shot.pos[at] = shot.pos[at]! + shot.speed[at]!;
      shot.pos[at + 1] = shot.pos[at + 1]! + shot.speed[at + 1]!;
      const hit =
        prey !== NO_SLOT &&
        Math.abs(shot.pos[at]! - mob.pos[prey * 2]!) + Math.abs(shot.pos[at + 1]! - mob.pos[prey * 2 + 1]!) < 4 * ONE;
      if (hit) {
        shot.despawn(slot);
        mob.life[prey] = mob.life[prey]! - 1;
        if (mob.life[prey] === 0) {
          mob.despawn(prey);
          score[shot.owner[slot]!] = score[shot.owner[slot]!]! + 1;
        }
      } else if (Math.abs(shot.pos[at]!) > 90 * ONE || Math.abs(shot.pos[at + 1]!) > 90 * ONE) shot.despawn(slot);
    }
    for (let slot = mob.first(); slot !== NO_SLOT; slot = mob.next(slot)) {
      const at = slot * 2;
      if (approachPoint(mob.pos, at, mob.pos[at]!, mob.pos[at + 1]!, 0, 0, ONE / 4)) mob.despawn(slot);
    }
    before.set(inputs);
  },
});
