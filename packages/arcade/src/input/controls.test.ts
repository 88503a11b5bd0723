import { describe, expect, it } from 'vitest';
import { createBindings } from './bindings.js';
import { createControls, homeKeys } from './controls.js';
import { createSeats } from './seats.js';

const UP = 1;
const MAPS = [{ KeyW: UP }, { ArrowUp: UP }];

function table(localHandles: number[], touch = false) {
  const seats = createSeats();
  seats.fill(localHandles);
  const bindings = createBindings(MAPS, { get: () => null, set: () => {} });
  return {
    seats,
    bindings,
    controls: createControls({ seats, bindings, localHandles: () => localHandles, touch: () => touch }),
  };
}

describe('controls', () => {
  it('are the keys as they are set now, also of a seat that waits for somebody', () => {
    const { bindings, controls, seats } = table([0, 1]);
    expect([controls(0).key(UP), controls(1).key(UP), controls(0).key(2)]).toEqual(['W', '↑', '']);
    bindings.bind(0, UP, 'ShiftLeft');
    expect([controls(0).device, controls(0).key(UP)]).toEqual(['keys', 'Left Shift']);
    // Each has claimed the other's seat.
    seats.press('keys 1', 0);
    seats.press('keys 0', 1);
    expect([controls(0).key(UP), controls(1).key(UP)]).toEqual(['↑', 'Left Shift']);
  });

  it('have no keys on a gamepad, under a finger, and elsewhere', () => {
    const { controls, seats } = table([0, 1]);
    seats.press('gamepad 3');
    seats.take('touch', 1);
    expect([0, 1, 2].map((handle) => [controls(handle).device, controls(handle).key(UP)])).toEqual([
      ['gamepad', ''],
      ['touch', ''],
      ['elsewhere', ''],
    ]);
  });

  it('of one who is alone at a machine: what was used last; before that the keys of the player’s own, or the pads that the screen shows', () => {
    const { controls, seats } = table([1]);
    expect([controls(1).key(UP), controls(0).device]).toEqual(['↑', 'elsewhere']);
    seats.press('keys 0', 0);
    expect(controls(1).key(UP)).toBe('W');
    expect(table([1], true).controls(1).device).toBe('touch');
    expect(homeKeys([3], 3, 2)).toBe(0);
  });
});
