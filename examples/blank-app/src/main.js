import { createFixedClock, createMatch, defineGame } from '@lite-rollback/core';
import { createLocalTransport } from '@lite-rollback/local';

const game = defineGame({
  id: 'race/1', // machines whose id or fields differ refuse each other
  numPlayers: 2,
  fields: { x: { type: Int32Array, length: 2 } }, // the whole state
  simulate: ({ x }, inputs) => inputs.forEach((steps, player) => (x[player] += steps)),
});
const match = createMatch({ game, transport: createLocalTransport({ room: 'sofa' }) });
const clock = createFixedClock({ hz: 60 });
let held = 0,
  last = performance.now();
onkeydown = onkeyup = (event) => (held = event.type === 'keydown' ? 1 : 0);
setInterval(() => {
  const now = performance.now();
  for (let ticks = clock.ticks(now - last, match.pacing()); ticks > 0; ticks--) match.advance(held);
  last = now;
  document.body.innerText = [
    match.state,
    ...Array.from(match.session.fields.x, (x) => '-'.repeat((x / 4) % 60) + 'o'),
  ].join('\n');
}, 10);
