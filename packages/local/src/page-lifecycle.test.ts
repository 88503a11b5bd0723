import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalTransport, type LocalTransport } from './local-transport.js';

type Listener = { type: string; run: () => void; capture: boolean; once: boolean };

/**
 * A page's window, as far as its two events go: at the target, listeners that capture run first, then the others, each
 * group in the order of adding, and the list of a group is taken when its turn comes (DOM standard, "dispatch"). Node's
 * EventTarget knows no phases. The same is run in a real browser under tooling/e2e.
 */
class Page {
  #listeners: Listener[] = [];
  readonly addEventListener = (type: string, run: () => void, options: { capture?: boolean; once?: boolean; signal?: AbortSignal } = {}): void => {
    if (options.signal?.aborted) return;
    if (this.#listeners.some((one) => one.type === type && one.run === run && one.capture === (options.capture === true))) return;
    const listener: Listener = { type, run, capture: options.capture === true, once: options.once === true };
    this.#listeners.push(listener);
    options.signal?.addEventListener('abort', () => this.#remove(listener));
  };
  #remove(listener: Listener): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener);
  }
  fire(type: string): void {
    for (const capture of [true, false]) {
      for (const listener of this.#listeners.filter((one) => one.type === type && one.capture === capture)) {
        if (!this.#listeners.includes(listener)) continue;
        if (listener.once) this.#remove(listener);
        listener.run();
      }
    }
  }
}

let page: Page;
beforeEach(() => {
  page = new Page();
  vi.stubGlobal('addEventListener', page.addEventListener);
});
afterEach(() => void vi.unstubAllGlobals());

const settled = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** A transport in the page under test, and one in another page that outlives it. */
async function twoPages(room: string): Promise<{ here: LocalTransport; there: LocalTransport; toHere: string[]; toThere: string[] }> {
  const here = createLocalTransport({ room, selfId: 'here' });
  vi.stubGlobal('addEventListener', undefined);
  const there = createLocalTransport({ room, selfId: 'there' });
  const toHere: string[] = [];
  const toThere: string[] = [];
  await settled();
  here.onPeer((peer, change) => void toHere.push(`${peer} ${change}`));
  there.onPeer((peer, change) => void toThere.push(`${peer} ${change}`));
  here.onMessage((payload) => void toHere.push(`${payload[0]}`));
  there.onMessage((payload) => void toThere.push(`${payload[0]}`));
  vi.stubGlobal('addEventListener', page.addEventListener);
  return { here, there, toHere, toThere };
}

describe('a page that goes away', () => {
  it('leaves the room, and to it all others leave; what it sends then is dropped', async () => {
    const { here, there, toHere, toThere } = await twoPages('away');
    page.fire('pagehide');
    here.send(new Uint8Array([1]));
    there.send(new Uint8Array([2]));
    await settled();
    expect([toHere, toThere]).toEqual([['there leave'], ['here leave']]);
    expect([here.peers(), there.peers()]).toEqual([[], []]);
    here.close();
    there.close();
  });

  it('enters again when it comes back, time after time, with its handlers', async () => {
    const { here, there, toHere, toThere } = await twoPages('back');
    for (let round = 0; round < 3; round++) {
      page.fire('pagehide');
      await settled();
      page.fire('pageshow');
      await settled();
    }
    const rounds = ['leave', 'join', 'leave', 'join', 'leave', 'join'];
    expect(toHere).toEqual(rounds.map((change) => `there ${change}`));
    expect(toThere).toEqual(rounds.map((change) => `here ${change}`));
    here.send(new Uint8Array([1]));
    there.send(new Uint8Array([2]), 'here');
    await settled();
    expect([toHere.at(-1), toThere.at(-1)]).toEqual(['2', '1']);
    expect([toHere.length, toThere.length]).toEqual([7, 7]);
    here.close();
    there.close();
  });

  it('the pageshow of a fresh page opens no second channel', async () => {
    const { here, there, toHere, toThere } = await twoPages('fresh');
    page.fire('pageshow');
    here.send(new Uint8Array([1]));
    there.send(new Uint8Array([2]));
    await settled();
    // A second channel would hear what the first one sends, and everything from others twice.
    expect([toHere, toThere]).toEqual([['2'], ['1']]);
    here.close();
    there.close();
  });

  it.each([true, false])('leaves after every other pagehide listener (capture: %s), so that a goodbye gets out', async (capture) => {
    const { here, there, toThere } = await twoPages(`goodbye ${capture}`);
    page.addEventListener('pagehide', () => here.send(new Uint8Array([7])), { capture });
    page.fire('pagehide');
    await settled();
    expect(toThere).toEqual(['7', 'here leave']);
    here.close();
    there.close();
  });

  it('leaves after listeners that were added since it last came back, too', async () => {
    const { here, there, toThere } = await twoPages('goodbye again');
    page.fire('pagehide');
    page.fire('pageshow');
    await settled();
    page.addEventListener('pagehide', () => here.send(new Uint8Array([7])));
    page.fire('pagehide');
    await settled();
    expect(toThere).toEqual(['here leave', 'here join', '7', 'here leave']);
    here.close();
    there.close();
  });

  it('once closed, neither event does anything', async () => {
    const { here, there, toThere } = await twoPages('closed');
    here.close();
    page.fire('pagehide');
    page.fire('pageshow');
    await settled();
    expect(toThere).toEqual(['here leave']);
    expect(there.peers()).toEqual([]);
    there.close();
  });
});
