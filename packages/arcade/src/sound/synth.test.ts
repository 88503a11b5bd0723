import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSynth } from './synth.js';

/** A browser's audio as far as a synth wakes it: `state` is what a test sets, and resume() counts. */
class FakeContext {
  static made: FakeContext[] = [];
  state: string = 'suspended';
  resumed = 0;
  closed = false;
  constructor() {
    FakeContext.made.push(this);
  }
  resume(): Promise<void> {
    this.resumed++;
    return Promise.reject(new DOMException('not by this gesture', 'NotAllowedError'));
  }
  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}

describe('the synth wakes the audio', () => {
  let page: EventTarget;
  let shown: EventTarget & { visibilityState?: string };
  beforeEach(() => {
    page = new EventTarget();
    shown = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    FakeContext.made = [];
    vi.stubGlobal('document', shown);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.stubGlobal('AudioContext', FakeContext);
  });
  afterEach(() => vi.unstubAllGlobals());
  const made = (): FakeContext => {
    const [context] = FakeContext.made;
    if (context === undefined || FakeContext.made.length !== 1) throw new Error('one context, once');
    return context;
  };

  it.each(['pointerdown', 'pointerup', 'click', 'keydown', 'touchend'])('at %s', (gesture) => {
    createSynth();
    expect(FakeContext.made).toHaveLength(0);
    page.dispatchEvent(new Event(gesture));
    expect(made().resumed).toBe(1);
  });

  it.each(['suspended', 'interrupted'])('again at each gesture while it is %s, and not while it runs', (state) => {
    createSynth();
    page.dispatchEvent(new Event('pointerdown')); // a finger’s: too early
    page.dispatchEvent(new Event('pointerup'));
    expect(made().resumed).toBe(2);
    made().state = 'running';
    page.dispatchEvent(new Event('keydown'));
    expect(made().resumed).toBe(2);
    made().state = state;
    page.dispatchEvent(new Event('click'));
    expect(made().resumed).toBe(3);
    shown.dispatchEvent(new Event('visibilitychange'));
    expect(made().resumed).toBe(4);
    shown.visibilityState = 'hidden';
    shown.dispatchEvent(new Event('visibilitychange'));
    expect(made().resumed).toBe(4);
  });

  it('and lets it be once it is closed, and where there is none', () => {
    const synth = createSynth();
    page.dispatchEvent(new Event('keydown'));
    synth.close();
    expect(made().closed).toBe(true);
    page.dispatchEvent(new Event('keydown'));
    expect(made().resumed).toBe(1);
    vi.stubGlobal('AudioContext', undefined);
    const silent = createSynth();
    page.dispatchEvent(new Event('keydown'));
    silent.play([{ wave: 'sine', from: 1, ms: 1 }], 0)();
    silent.close();
  });
});
