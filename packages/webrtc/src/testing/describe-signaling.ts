import type { TransportTestRunner } from '@lite-rollback/core/testing';
import type { PeerId } from '@lite-rollback/core';
import {
  ABSENT_BY_MS,
  SIGNAL_TEXT_MAX,
  type Signaling,
  type SignalingEvents,
  type SignalingService,
} from '../rooms/signaling.js';

/** For what must come, and comes sooner on any service that is worth playing over. */
const SOON_MS = 3_000;
/** For what must not come. */
const SETTLE_MS = 200;
const POLL_MS = 10;

/** A claimed address and what has been told to it. */
interface Machine {
  readonly address: PeerId;
  readonly signaling: Signaling;
  /** `from: text`, in the order of arrival. */
  readonly texts: string[];
  readonly absent: PeerId[];
}

/**
 * The suite that every signaling service passes: what SignalingService promises. A test takes up to 8 s, because a
 * service may take so long to say that an address is not held.
 *
 * @param runner an object with `describe`, `it` and `expect` (toBe, toEqual): vitest's own module, or a few lines in a
 * page
 * @param service the service, the same for all tests; each of them claims new addresses
 */
export function describeSignaling(runner: TransportTestRunner, name: string, service: () => SignalingService): void {
  const { describe, it, expect } = runner;
  const check: Check = (title, body) => it(title, () => withClaims(service(), body));
  describe(`${name} keeps the signaling contract`, () => {
    checkClaims(check, expect);
    checkTexts(check, expect);
  });
}

type Claim = (address?: PeerId, signal?: AbortSignal) => Promise<Machine>;
type Check = (title: string, body: (claim: Claim) => Promise<void>) => void;

function checkClaims(check: Check, expect: TransportTestRunner['expect']): void {
  check('an address is held by one machine, and free again when that leaves', async (claim) => {
    const a = await claim();
    expect(await codeOf(claim(a.address))).toBe('unavailable');
    a.signaling.leave();
    a.signaling.leave();
    await until('the address is free', async () => (await codeOf(claim(a.address))) === 'none');
  });

  check('an address that is claimed anew belongs to the new machine alone', async (claim) => {
    const [a, b] = [await claim(), await claim()];
    b.signaling.leave();
    let again: Machine | undefined;
    await until(
      'the address is free',
      async () => (again = await claim(b.address).catch(() => undefined)) !== undefined,
    );
    a.signaling.send(b.address, 'x');
    await until('the text', () => again?.texts.length === 1);
    expect(b.texts).toEqual([]);
  });

  check('an attempt that is aborted rejects and leaves the address free', async (claim) => {
    const address = newAddress();
    const before = new AbortController();
    before.abort(new Error('aborted by the suite'));
    expect(await messageOf(claim(address, before.signal))).toBe('aborted by the suite');
    const during = new AbortController();
    const attempt = messageOf(claim(address, during.signal));
    during.abort(new Error('aborted by the suite'));
    // It may have succeeded first; then it is a claim like any other, and is given back.
    const message = await attempt;
    expect(['aborted by the suite', 'none'].includes(message)).toBe(true);
    if (message === 'aborted by the suite')
      await until('the address is free', async () => (await codeOf(claim(address))) === 'none');
  });
}

function checkTexts(check: Check, expect: TransportTestRunner['expect']): void {
  check('texts arrive at their address alone, whole, in order, under the sender’s address', async (claim) => {
    const [a, b, c] = [await claim(), await claim(), await claim()];
    const texts = Array.from({ length: 50 }, (_, index) => `${index} "é\n\u0000 – 🏓`);
    for (const text of texts) expect(a.signaling.send(b.address, text)).toBe(true);
    expect(c.signaling.send(b.address, 'x')).toBe(true);
    await until('all texts', () => b.texts.length === 51);
    expect(b.texts.filter((text) => text.startsWith(a.address))).toEqual(texts.map((text) => `${a.address}: ${text}`));
    expect(b.texts.includes(`${c.address}: x`)).toBe(true);
    expect([a.texts, c.texts]).toEqual([[], []]);
  });

  check('the longest text arrives, both ways', async (claim) => {
    const [a, b] = [await claim(), await claim()];
    const text = 'é'.repeat(SIGNAL_TEXT_MAX);
    a.signaling.send(b.address, text);
    b.signaling.send(a.address, text);
    await until('both texts', () => a.texts.length + b.texts.length === 2);
    expect([a.texts, b.texts]).toEqual([[`${b.address}: ${text}`], [`${a.address}: ${text}`]]);
  });

  check('an address that nobody holds is reported in time, and one that is held is not', async (claim) => {
    const [a, b] = [await claim(), await claim()];
    const nobody = newAddress();
    a.signaling.send(b.address, 'x');
    a.signaling.send(nobody, 'x');
    await until('the report', () => a.absent.length > 0, ABSENT_BY_MS);
    await sleep(SETTLE_MS);
    expect(a.absent.every((address) => address === nobody)).toBe(true);
    expect(b.absent).toEqual([]);
  });

  check('after leave() nothing is sent, nothing is told, and nothing throws', async (claim) => {
    const [a, b] = [await claim(), await claim()];
    b.signaling.leave();
    expect(b.signaling.send(a.address, 'x')).toBe(false);
    a.signaling.send(b.address, 'x');
    await sleep(SETTLE_MS);
    expect([a.texts, b.texts]).toEqual([[], []]);
  });
}

/** Every address that `body` claims is given back after it. */
async function withClaims(service: SignalingService, body: (claim: Claim) => Promise<void>): Promise<void> {
  const claimed: Machine[] = [];
  try {
    await body(async (address = newAddress(), signal = new AbortController().signal) => {
      const [texts, absent]: [string[], PeerId[]] = [[], []];
      const events: SignalingEvents = {
        message: (from, text) => void texts.push(`${from}: ${text}`),
        absent: (to) => void absent.push(to),
      };
      const machine = { address, signaling: await service.claim(address, events, signal), texts, absent };
      claimed.push(machine);
      return machine;
    });
  } finally {
    for (const { signaling } of claimed) signaling.leave();
  }
}

function newAddress(): PeerId {
  return `suite-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}

/** The code of the RoomError that `attempt` rejects with, or `none`. */
async function codeOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => 'none',
    (error: unknown) => (Object(error) as { readonly code?: unknown }).code,
  );
}

async function messageOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'none',
    (error: unknown) => String((Object(error) as { readonly message?: unknown }).message),
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function until(what: string, condition: () => boolean | Promise<boolean>, limitMs = SOON_MS): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > limitMs) throw new Error(`${what}: not within ${limitMs / 1_000} s`);
    await sleep(POLL_MS);
  }
}
