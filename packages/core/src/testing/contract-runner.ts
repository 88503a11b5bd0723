import type { Bytes, PeerId, Transport } from '../match/transport.js';

/** The part of vitest, jest or a page's own few lines that the suite uses. */
export interface TransportTestRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
  expect(actual: unknown): { toBe(expected: unknown): void; toEqual(expected: unknown): void };
}

/** Adds one test to the suite: `body` gets two joined transports. */
export type Check = (title: string, body: (a: Transport, b: Transport) => Promise<void>) => void;

/** @throws TypeError naming every missing function */
export function assertRunner(value: unknown): asserts value is TransportTestRunner {
  // An object may be asked for any key; what is found is checked below.
  const candidate = (Object(value) === value ? value : {}) as Readonly<Record<string, unknown>>;
  const missing = ['describe', 'it', 'expect'].filter((name) => typeof candidate[name] !== 'function');
  if (missing.length > 0)
    throw new TypeError(`runner lacks the function${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`);
}

// Every engine, page and worker that can run a transport has it; core is compiled without DOM and Node types.
declare function setTimeout(callback: () => void, ms: number): unknown;

/**
 * Longer than any of these waits takes on a link that works, shorter than a runner's own limit of 5 s: the message is
 * then ours.
 */
const LIMIT_MS = 4000;
/** For what must not arrive: several times what a message takes between two tabs (95 % within 5.5 ms, measured). */
export const SETTLE_MS = 60;
/** Between attempts. A transport may lose packets, so a message is sent until it arrives. */
const AGAIN_MS = 20;

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Repeats `attempt` until `condition` holds. @throws Error naming `what` if it does not within 4 s */
export async function until(what: string, condition: () => boolean, attempt: () => void = () => {}): Promise<void> {
  for (let waited = 0; ; waited += AGAIN_MS) {
    attempt();
    if (condition()) return;
    if (waited >= LIMIT_MS) throw new Error(`${what}: not within ${LIMIT_MS / 1000} s`);
    await sleep(AGAIN_MS);
    if (condition()) return;
  }
}

export interface Message {
  readonly payload: Bytes;
  readonly peer: PeerId;
}

/** Copies of everything that arrives. */
export function inbox(transport: Transport): Message[] {
  const messages: Message[] = [];
  transport.onMessage((payload, peer) => messages.push({ payload: payload.slice(), peer }));
  return messages;
}

export function bytes(...values: number[]): Bytes {
  return new Uint8Array(values);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export function has(messages: readonly Message[], payload: Uint8Array): boolean {
  return messages.some((message) => sameBytes(message.payload, payload));
}

/** Each side's id as the other side sees it, learnt from a message each way. */
export async function introduce(a: Transport, b: Transport): Promise<{ idOfA: PeerId; idOfB: PeerId }> {
  let idOfA: PeerId | undefined;
  let idOfB: PeerId | undefined;
  const offs = [a.onMessage((_, peer) => (idOfB = peer)), b.onMessage((_, peer) => (idOfA = peer))];
  const greeting = new Uint8Array([0xf0]);
  await until(
    'a first message each way',
    () => idOfA !== undefined && idOfB !== undefined,
    () => {
      a.send(greeting);
      b.send(greeting);
    },
  );
  for (const off of offs) off();
  if (idOfA === undefined || idOfB === undefined) throw new Error('until() returned without its condition');
  return { idOfA, idOfB };
}

/**
 * Runs `body` while errors that a transport reports go nowhere: a runner would take the reported error for its own
 * failure.
 */
export async function withoutReports(body: () => Promise<void>): Promise<void> {
  // Present in pages, workers, Deno and Bun, absent in Node; writable wherever it is.
  const scope = globalThis as { reportError?: (error: unknown) => void };
  const before = scope.reportError;
  scope.reportError = () => {};
  try {
    await body();
  } finally {
    if (before === undefined) delete scope.reportError;
    else scope.reportError = before;
  }
}
