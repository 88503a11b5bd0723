// A player's browser process is killed: no page gets to say goodbye, and PeerJS never reports it.
import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { CHROMIUM_FLAGS } from '../src/chromium.js';
import { useBrowser } from '../src/browser.js';
import { useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';
import { allHearAll, openMachine, type Machine } from '../src/webrtc-machine.js';

/** ICE notices a killed browser after 5 to 7 s and gives it up after 16 s. */
const ICE_GIVES_UP_MS = 40_000;

const survivors = useBrowser({ args: WEBRTC_FLAGS });
const lab = useLab();

let server: BrowserServer | undefined;
let victims: Browser | undefined;
afterEach(async () => {
  await server?.kill();
  await victims?.close();
  server = victims = undefined;
});

const survivor = async (): Promise<Machine> => openMachine(lab, await survivors.newContext());
/** A machine in a browser process of its own. */
async function victim(): Promise<Machine> {
  server = await chromium.launchServer({
    executablePath: inject('chromium'),
    args: [...CHROMIUM_FLAGS, ...WEBRTC_FLAGS],
  });
  victims = await chromium.connect(server.wsEndpoint());
  const made = await openMachine(lab, await victims.newContext());
  // The lowest of all ids, so that it is always the victim's part to dial: nobody finds out by dialling it that it is
  // gone.
  await made.page.evaluate(() => void (crypto.getRandomValues = (bytes) => bytes));
  return made;
}
/** SIGKILL to the whole browser. */
const kill = async (): Promise<void> => server?.kill();

describe('a killed browser', () => {
  it(
    'leaves, and what is sent to it meanwhile is dropped without an error and without piling up',
    async () => {
      const [a, b] = [await survivor(), await victim()];
      const { code } = await a.opened('host');
      const guest = await b.opened('join', code);
      await a.hasPeers(1);
      await kill();
      // 100 packets a second of 1,200 bytes. Without a limit they would pile up for as long as ICE hopes.
      const most = await a.page.evaluate(async () => {
        const text = 'x'.repeat(1_200);
        let buffered = 0;
        while (globalThis.lab.report('room').peers.length > 0) {
          globalThis.lab.send('room', text);
          buffered = Math.max(buffered, globalThis.lab.bufferedAmount());
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        return buffered;
      });
      expect((await a.report()).changes).toEqual([`join ${guest.selfId}`, `leave ${guest.selfId}`]);
      expect(most).toBeGreaterThan(10_000);
      expect(most).toBeLessThan(16_384 + 1_200 + 1);
    },
    ICE_GIVES_UP_MS,
  );

  it(
    'gives its seat in a full room to its own reload, before ICE gives it up',
    async () => {
      const [a, b] = [await survivor(), await victim()];
      const { code } = await a.opened('host', undefined, { maxPeers: 2 });
      await b.opened('join', code);
      await a.hasPeers(1);
      await kill();
      const again = await survivor();
      const result = await again.opened('join', code);
      expect((await a.report()).peers).toEqual([result.selfId]);
      await allHearAll([a, again], [code && `lite-rollback-${code}`, result.selfId]);
    },
    ICE_GIVES_UP_MS,
  );

  it(
    'does not keep a newcomer out of a mesh',
    async () => {
      const [a, b, c] = [await survivor(), await victim(), await survivor()];
      const host = await a.opened('host');
      await b.opened('join', host.code);
      await kill();
      // Sooner than ICE gives the victim up, which would open the way in any case.
      const result = await c.opened('join', host.code, { timeoutMs: 12_000 });
      expect(result.peers).toEqual([host.selfId]);
      await a.hasPeers(1);
    },
    ICE_GIVES_UP_MS,
  );

  it(
    'that was the host is found again by its guests under the same code',
    async () => {
      const [a, b, c] = [await survivor(), await survivor(), await victim()];
      const host = await c.opened('open', 'host killed');
      const guests = [await a.opened('join', 'host killed'), await b.opened('open', 'host killed')];
      await a.hasPeers(2);
      await kill();
      const again = await survivor();
      const result = await again.opened('open', 'host killed');
      expect(result.selfId).toBe(host.selfId);
      await again.hasPeers(2);
      await allHearAll([a, b, again], [...guests.map((guest) => guest.selfId), host.selfId]);
      // Found before ICE had given the killed one up: else it would have left.
      for (const each of [a, b]) expect((await each.report()).changes).not.toContain(`leave ${host.selfId}`);
    },
    ICE_GIVES_UP_MS,
  );
});
