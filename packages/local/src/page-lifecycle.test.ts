import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalTransport, type LocalTransport } from './local-transport.js';

/**
 * A page as far as it matters here: a window and a document whose listeners run in the order of their adding, and the
 * order of events in which a page goes and comes. The same is run in a real browser under tooling/e2e.
 */
class Page {
  readonly window = new EventTarget();
  readonly document = Object.assign(new EventTarget(), { hidden: false });

  /** Another tab comes in front, or this one does. */
  setHidden(hidden: boolean): void {
    if (this.document.hidden === hidden) return;
    this.document.hidden = hidden;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }
  /** Closed, reloaded or left. */
  goAway(): void {
    this.window.dispatchEvent(new Event('pagehide'));
    this.setHidden(true);
  }
  comeBack(): void {
    this.setHidden(false);
    this.window.dispatchEvent(new Event('pageshow'));
  }
  /** Of every listener added to the window or the document. */
  readonly signals: (AbortSignal | undefined)[] = [];
  becomeGlobal(): void {
    for (const target of [this.window, this.document]) {
      const add = target.addEventListener.bind(target);
      target.addEventListener = (type: string, run: (event: Event) => void, options: AddEventListenerOptions): void => {
        this.signals.push(options.signal);
        add(type, run, options);
      };
    }
    vi.stubGlobal('addEventListener', this.window.addEventListener);
    vi.stubGlobal('removeEventListener', this.window.removeEventListener.bind(this.window));
    vi.stubGlobal('document', this.document);
  }
}

let page: Page;
beforeEach(() => {
  page = new Page();
});
afterEach(() => void vi.unstubAllGlobals());

const settled = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** A transport in the page under test, and one in another page that outlives it. */
async function twoPages(
  room: string,
): Promise<{ here: LocalTransport; there: LocalTransport; toHere: string[]; toThere: string[] }> {
  page.becomeGlobal();
  const here = createLocalTransport({ room, selfId: 'here' });
  new Page().becomeGlobal();
  const there = createLocalTransport({ room, selfId: 'there' });
  const toHere: string[] = [];
  const toThere: string[] = [];
  await settled();
  here.onPeer((peer, change) => void toHere.push(`${peer} ${change}`));
  there.onPeer((peer, change) => void toThere.push(`${peer} ${change}`));
  here.onMessage((payload) => void toHere.push(`${payload[0]}`));
  there.onMessage((payload) => void toThere.push(`${payload[0]}`));
  page.becomeGlobal();
  return { here, there, toHere, toThere };
}

describe('a page that goes away', () => {
  it('leaves the room, and to it all others leave; what it sends then is dropped', async () => {
    const { here, there, toHere, toThere } = await twoPages('away');
    page.goAway();
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
      page.goAway();
      await settled();
      page.comeBack();
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
    page.comeBack();
    here.send(new Uint8Array([1]));
    there.send(new Uint8Array([2]));
    await settled();
    // A second channel would hear what the first one sends, and everything from others twice.
    expect([toHere, toThere]).toEqual([['2'], ['1']]);
    here.close();
    there.close();
  });

  it.each([false, true])(
    'leaves after the pagehide listeners that the page adds later (hidden first: %s), so that a goodbye gets out',
    async (hidden) => {
      const { here, there, toThere } = await twoPages(`goodbye ${hidden}`);
      page.window.addEventListener('pagehide', () => here.send(new Uint8Array([7])), {});
      page.setHidden(hidden);
      page.goAway();
      await settled();
      expect(toThere).toEqual(['7', 'here leave']);
      here.close();
      there.close();
    },
  );

  it('does so again after it came back', async () => {
    const { here, there, toThere } = await twoPages('goodbye again');
    page.goAway();
    page.comeBack();
    await settled();
    page.window.addEventListener('pagehide', () => here.send(new Uint8Array([7])), {});
    page.goAway();
    await settled();
    expect(toThere).toEqual(['here leave', 'here join', '7', 'here leave']);
    here.close();
    there.close();
  });

  it('stays in the room behind another tab', async () => {
    const { here, there, toHere, toThere } = await twoPages('behind');
    page.setHidden(true);
    here.send(new Uint8Array([1]));
    there.send(new Uint8Array([2]));
    await settled();
    page.setHidden(false);
    await settled();
    page.setHidden(true);
    await settled();
    expect([toHere, toThere]).toEqual([['2'], ['1']]);
    page.goAway();
    await settled();
    expect(toThere).toEqual(['1', 'here leave']);
    here.close();
    there.close();
  });

  it('stays in the room behind another tab after it came back, too', async () => {
    const { here, there, toThere } = await twoPages('behind again');
    page.goAway();
    page.comeBack();
    page.setHidden(true);
    await settled();
    expect(toThere).toEqual(['here leave', 'here join']);
    here.close();
    there.close();
  });

  it('once closed, no event does anything', async () => {
    const { here, there, toThere } = await twoPages('closed');
    page.setHidden(true);
    page.setHidden(false);
    here.close();
    expect(page.signals.length).toBeGreaterThan(3);
    expect(page.signals.every((signal) => signal?.aborted === true)).toBe(true);
    page.goAway();
    page.comeBack();
    await settled();
    expect(toThere).toEqual(['here leave']);
    expect(there.peers()).toEqual([]);
    there.close();
  });
});
