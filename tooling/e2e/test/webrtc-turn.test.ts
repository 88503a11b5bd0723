import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { findSystemProgram } from '../src/system-program.js';
import { startTurnServer, type TurnServer } from '../src/turn-server.js';
import { useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';
import { allHearAll, openMachine } from '../src/webrtc-machine.js';

describe('through a TURN server', () => {
  const browser = useBrowser({ args: WEBRTC_FLAGS });
  const lab = useLab();
  let turn: TurnServer | undefined;
  beforeAll(async () => {
    const program = findSystemProgram('turnserver', 'coturn');
    if (program !== undefined) turn = await startTurnServer(program);
  }, 300_000);
  afterAll(() => turn?.close());

  it('three machines meet that are allowed no other path', async ({ skip }) => {
    if (turn === undefined) return skip('coturn is not installed and cannot be installed here');
    const relayed = { iceServers: turn.iceServers, iceTransportPolicy: 'relay' } as const;
    const machines = [];
    for (let index = 0; index < 3; index++) machines.push(await openMachine(lab, await browser.newContext()));
    const [first, ...rest] = machines;
    const host = await first?.opened('host', undefined, relayed);
    const guests = await Promise.all(rest.map((each) => each.opened('join', host?.code, relayed)));
    await allHearAll(machines, [host?.selfId ?? '', ...guests.map((guest) => guest.selfId)]);
    for (const { page } of machines) {
      expect(await page.evaluate(() => globalThis.lab.selectedPair())).toMatchObject({
        localType: 'relay',
        remoteType: 'relay',
      });
      expect(
        await page.evaluate(() =>
          globalThis.lab.dataChannels().map(({ ordered, maxRetransmits }) => [ordered, maxRetransmits]),
        ),
      ).toEqual([
        [false, 0],
        [false, 0],
      ]);
    }
  });

  it('a wrong password is ice, in time', async ({ skip }) => {
    if (turn === undefined) return skip('coturn is not installed and cannot be installed here');
    const [a, b] = [
      await openMachine(lab, await browser.newContext()),
      await openMachine(lab, await browser.newContext()),
    ];
    const host = await a.opened('host');
    const wrong = turn.iceServers.map((server) => ({ ...server, credential: 'wrong' }));
    expect(
      await b.open('join', host.code, { iceServers: wrong, iceTransportPolicy: 'relay', timeoutMs: 4_000 }),
    ).toMatchObject({ error: 'ice' });
  });
});
