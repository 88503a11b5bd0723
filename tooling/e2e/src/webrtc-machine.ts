// One machine of a room: a page of the lab, and what a test asks of it.
import type { BrowserContext, Page } from 'playwright-core';
import { openLabPage, type Lab } from './webrtc-lab.js';
import type { OpenResult, RoomReport } from './webrtc-page.js';

export type How = 'host' | 'join' | 'open';
export interface Extra {
  maxPeers?: number;
  timeoutMs?: number;
  iceTransportPolicy?: 'all' | 'relay';
  iceServers?: RTCIceServer[];
}

export interface Machine {
  readonly page: Page;
  /** Settles as the room does, with the RoomError's code in place of a rejection. */
  open(how: How, code?: string, extra?: Extra): Promise<OpenResult>;
  /** @throws Error when the room does not open. */
  opened(how: How, code?: string, extra?: Extra): Promise<Extract<OpenResult, { code: string }>>;
  report(): Promise<RoomReport>;
  /** Until it has exactly that many peers. */
  hasPeers(count: number, timeoutMs?: number): Promise<void>;
}

export async function openMachine(lab: Lab, context: BrowserContext): Promise<Machine> {
  const page = await openLabPage(lab, context);
  const open = (how: How, code?: string, extra: Extra = {}): Promise<OpenResult> =>
    page.evaluate(([kind, room, options]) => globalThis.lab.open('room', kind, room, options), [
      how,
      code,
      { ...lab.options, ...extra },
    ] as const);
  return {
    page,
    open,
    async opened(how, code, extra) {
      const result = await open(how, code, extra);
      if ('error' in result) throw new Error(`${how} failed with ${result.error}: ${result.message}`);
      return result;
    },
    report: () => page.evaluate(() => globalThis.lab.report('room')),
    async hasPeers(count, timeoutMs = 30_000) {
      await page.waitForFunction((expected) => globalThis.lab.report('room').peers.length === expected, count, {
        timeout: timeoutMs,
      });
    },
  };
}

/** Every machine sends its own id to all, until each has heard each other one under its own name. */
export async function allHearAll(machines: readonly Machine[], ids: readonly string[]): Promise<void> {
  for (const [index, { page }] of machines.entries())
    await page.evaluate((id) => globalThis.lab.repeat('room', id), ids[index] ?? '');
  for (const [index, { page }] of machines.entries()) {
    const others = ids.filter((_, other) => other !== index);
    await page.waitForFunction(
      (expected) => expected.every((id) => globalThis.lab.report('room').received.includes(`${id} from ${id}`)),
      others,
    );
  }
}
