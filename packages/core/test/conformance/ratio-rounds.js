// Runs in a process of its own, on the index.js that is given, away from the runner's module wrappers.
// Prints nanoseconds a frame as JSON: for each pair the best of many rounds that take turns, so that a busy machine
// slows both alike.
const { createSession, checksum } = await import(process.argv[2]);

const ROUNDS = 160;

function best(...runs) {
  const times = runs.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    runs.forEach(({ frames, run }, i) => {
      const start = process.hrtime.bigint();
      run(frames);
      times[i] = Math.min(times[i], Number(process.hrtime.bigint() - start) / frames);
    });
  }
  return times;
}

function add(fields, inputs, frame) {
  const { x } = fields;
  x[0] = (x[0] + inputs[0]) | 0;
  x[1] = (x[1] + inputs[1]) | 0;
  x[2] = (x[2] ^ frame) | 0;
}

/**
 * The least that any rollback engine does a frame: the game's step, and one copy of the whole state into the next slot.
 */
function bare(bytes, frames) {
  const capacity = 16;
  const words = new Uint32Array((bytes >> 2) * (capacity + 1));
  const live = words.subarray(0, bytes >> 2);
  const fields = { x: new Int32Array(words.buffer, 0, bytes >> 2) };
  const inputs = new Uint32Array(2);
  let frame = 0;
  return {
    frames,
    run(count) {
      for (let i = 0; i < count; i++) {
        inputs[0] = i;
        add(fields, inputs, frame);
        words.set(live, ((frame & 15) + 1) * live.length);
        frame++;
      }
    },
  };
}

function make(bytes) {
  return createSession({
    capacity: 16,
    numPlayers: 2,
    fields: { x: { type: Int32Array, length: bytes >> 2 } },
    simulate: add,
  });
}

function step(bytes, frames) {
  const session = make(bytes);
  return {
    frames,
    run: (count) => {
      for (let i = 0; i < count; i++) session.step();
    },
  };
}

/** As a game runs it: both inputs given, none guessed. */
function stepWithInputs(bytes, frames) {
  const session = make(bytes);
  return {
    frames,
    run(count) {
      for (let i = 0; i < count; i++) {
        session.setLocalInput(i & 15);
        session.queueRemoteInput(1, session.frame(), i & 7);
        session.step();
      }
    },
  };
}

/** A redo of 8 frames at every frame. */
function redo(bytes, frames) {
  const session = make(bytes);
  let turn = 0;
  for (let i = 0; i < 8; i++) session.step();
  return {
    frames,
    run(count) {
      for (let i = 0; i < count; i++) {
        turn ^= 1;
        session.setLocalInput(turn);
        session.step();
        session.queueRemoteInput(1, session.frame() - 8, turn);
        session.resync();
      }
    },
  };
}

const sum = new Uint32Array(1);
function plainSum(words, frames) {
  return {
    frames,
    run(count) {
      for (let i = 0; i < count; i++) {
        let total = 0;
        for (let w = 0; w < words.length; w++) total = (total + words[w]) | 0;
        sum[0] += total;
      }
    },
  };
}

function checksums(words, frames) {
  return {
    frames,
    run: (count) => {
      for (let i = 0; i < count; i++) sum[0] += checksum(words);
    },
  };
}

const result = {};
for (const [name, bytes, frames] of [
  ['192 B', 192, 20_000],
  ['8 KB', 8192, 5000],
  ['64 KB', 65_536, 600],
]) {
  const [bareNs, stepNs, inputsNs, redoNs] = best(
    bare(bytes, frames),
    step(bytes, frames),
    stepWithInputs(bytes, frames),
    redo(bytes, Math.ceil(frames / 8)),
  );
  result[name] = { bare: bareNs, step: stepNs, stepWithInputs: inputsNs, redo8: redoNs };
}
const words = Uint32Array.from({ length: 16_384 }, (_, i) => Math.imul(i, 0x9e3779b1));
const [sumNs, checksumNs] = best(plainSum(words, 100), checksums(words, 100));
result.checksum = { sum: sumNs, checksum: checksumNs };
console.log(JSON.stringify(result));
