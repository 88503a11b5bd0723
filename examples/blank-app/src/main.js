import { createMatch, defineGame } from '@lite-rollback/core';
import { createTickLoop } from '@lite-rollback/core/loop';
import { createLocalTransport } from '@lite-rollback/local';

const game = defineGame({
  id: 'race/1', // machines whose id or fields differ refuse each other
  numPlayers: 2,
  fields: { x: { type: Int32Array, length: 2 } }, // the whole state
  simulate: ({ x }, inputs) => inputs.forEach((steps, player) => (x[player] += steps)),
});
const match = createMatch({ game, transport: createLocalTransport({ room: 'sofa' }) });
let held = 0;
onkeydown = onkeyup = (event) => (held = event.type === 'keydown' ? 1 : 0);
onblur = () => (held = 0); // a key that is let go in another tab is not heard of here
function draw() {
  const lanes = Array.from(match.session.fields.x, (x) => '-'.repeat((x / 4) % 60) + 'o');
  document.body.innerText = [match.state, ...lanes].join('\n');
}
createTickLoop({ hz: 60, pacing: match.pacing, tick: () => match.advance(held), draw });
