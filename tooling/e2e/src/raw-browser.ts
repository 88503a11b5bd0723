// Tabs that can really be hidden. A Chromium of its own without playwright, because playwright makes every page count
// as visible: a hidden tab here gets 0 animation frames, 1 timer a second, and about 60 Worker ticks a second, as on a
// user's machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { WebSocket } from 'ws';
import { CHROMIUM_FLAGS } from './chromium.js';
import { attachRawTab, type RawTab } from './raw-tab.js';

export interface RawBrowser {
  readonly origin: string;
  /**
   * Opens a tab in front of the others: the tab that was in front is hidden from now on. All tabs share one profile.
   * `path` starts with a slash, or is a whole address.
   */
  openTab(path: string): Promise<RawTab>;
  /** See TestBrowser. */
  takeErrors(): string[];
  /** Ends the whole browser at once, as a crash does: no tab gets to say goodbye. */
  kill(): Promise<void>;
}

/**
 * Fails unless the tab is hidden AND gets no animation frame in a second. A test of hidden behaviour that skips this
 * may test nothing.
 */
export async function expectHidden(tab: RawTab): Promise<void> {
  const seen = await tab.evaluate(async () => {
    let frames = 0;
    const count = () => {
      frames++;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return { visibility: document.visibilityState, frames };
  });
  expect(seen).toEqual({ visibility: 'hidden', frames: 0 });
}

/**
 * Call it at the top of a test file or describe block: each test gets a browser of its own, and fails if its pages
 * logged errors.
 */
export function useRawBrowser(options: { args?: readonly string[] } = {}): RawBrowser {
  const origin = inject('origin');
  let child: ChildProcess | undefined;
  let endpoint = '';
  let profile = '';
  let errors: string[] = [];

  const kill = async (): Promise<void> => {
    const process = child;
    child = undefined;
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
    const gone = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await gone;
  };

  beforeEach(async () => {
    profile = mkdtempSync(join(tmpdir(), 'e2e-profile-'));
    const flags = [
      ...CHROMIUM_FLAGS,
      ...(options.args ?? []),
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ];
    child = spawn(inject('chromium'), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
    endpoint = await debuggingEndpoint(child);
  });
  afterEach(async () => {
    if (child !== undefined) await askToClose(child, endpoint);
    await kill();
    removeProfile(profile);
    const left = errors;
    errors = [];
    expect(left, 'errors in the consoles of the pages').toEqual([]);
  });

  return {
    origin,
    kill,
    openTab: (path) => attachRawTab(new URL(endpoint).host, new URL(path, origin).href, (error) => errors.push(error)),
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
}

/** Lets the browser end its own processes: after a SIGKILL they live on for seconds and write into the profile. */
function askToClose(child: ChildProcess, endpoint: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(endpoint);
    const timer = setTimeout(resolve, 5_000);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.once('open', () => socket.send(JSON.stringify({ id: 1, method: 'Browser.close' })));
    // The browser may be gone already, or go before the socket is closed; `exit` or the timer ends the wait.
    socket.on('error', () => {});
  });
}

function removeProfile(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  } catch {
    // A process of a killed browser still writes there. What stays is a folder in the system's temporary one.
  }
}

/** The address of the DevTools endpoint, which Chromium writes to stderr when it is ready. */
function debuggingEndpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`Chromium was not ready in 30 s:\n${text}`)), 30_000);
    const failed = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`Chromium ended with ${code}:\n${text}`)));
    child.stderr?.on('data', (data) => {
      if (text.length < 65_536) text += String(data);
      const match = /DevTools listening on (ws:\/\/\S+)/.exec(text);
      if (match?.[1] !== undefined) {
        clearTimeout(timer);
        resolve(match[1]);
      }
    });
  });
}
