import { createSession } from '@lite-rollback/core';
import { DEPTH, initial, lengthsOf, localInput, remoteInput, type Contestant } from './contestant.js';

export function createOurs(bytes: number): Contestant {
  const lengths = lengthsOf(bytes);
  let simulated = 0;
  const session = createSession({
    capacity: 16,
    numPlayers: 2,
    fields: {
      x: { type: Int32Array, length: lengths.x },
      y: { type: Int32Array, length: lengths.y },
      v: { type: Int32Array, length: lengths.v },
    },
    simulate({ x, y, v }, inputs) {
      simulated++;
      v[0] = (v[0]! + inputs[0]!) & 1023;
      v[1] = (v[1]! + inputs[1]!) & 1023;
      x[0] = (x[0]! + v[0]!) & 65535;
      x[1] = (x[1]! + v[1]!) & 65535;
      y[0] = x[0]! ^ x[1]!;
    },
  });
  const { x, y, v } = session.fields;
  for (const cells of [x, y, v]) for (let i = 0; i < cells.length; i++) cells[i] = initial(i);
  let told = 0;
  return {
    onTime(count) {
      for (let i = 0; i < count; i++) {
        const frame = session.frame();
        session.setLocalInput(localInput(frame));
        session.queueRemoteInput(1, frame, remoteInput(frame));
        session.step();
      }
      told = session.frame();
    },
    late(count) {
      for (let i = 0; i < count; i++) {
        const frame = session.frame();
        if (frame >= DEPTH) {
          session.queueRemoteInput(1, told, remoteInput(told));
          told++;
        }
        session.setLocalInput(localInput(frame));
        session.step();
      }
    },
    finish() {
      const frame = session.frame();
      for (; told <= frame; told++) session.queueRemoteInput(1, told, remoteInput(told));
      session.setLocalInput(localInput(frame));
      session.step();
      return [x, y, v];
    },
    simulated: () => simulated,
    frame: session.frame,
  };
}
