// Visible tabs, driven by playwright. Under playwright EVERY page counts as visible and runs at full rate, whatever
// lies on top of it: a test about hidden tabs needs raw-browser.ts.
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { CHROMIUM_FLAGS } from './chromium.js';

export interface TestBrowser {
  readonly origin: string;
  /**
   * Opens a tab in the context that all tabs of this test share: they reach each other over BroadcastChannel. `path`
   * starts with a slash.
   */
  openTab(path: string): Promise<Page>;
  /**
   * A further context, which shares nothing with the first: another person's browser. Its errors count too; it is
   * closed after the test.
   */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /**
   * What the pages have logged as an error or thrown since the last call. For a test that provokes errors: what it
   * takes does not fail it.
   */
  takeErrors(): string[];
}

export interface BrowserOptions {
  /** Viewport, touch, permissions and so on, for the shared context. Service workers are blocked unless it says else. */
  context?: BrowserContextOptions;
  /** Further flags for Chromium. */
  args?: readonly string[];
}

/**
 * Call it at the top of a test file or of a describe block. One browser serves the block, each test gets a fresh
 * context, and a test whose pages logged an error or threw fails when it ends.
 */
export function useBrowser(options: BrowserOptions = {}): TestBrowser {
  const origin = inject('origin');
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let errors: string[] = [];

  const newContext = async (contextOptions: BrowserContextOptions = {}): Promise<BrowserContext> => {
    if (browser === undefined) throw new Error('useBrowser: the browser runs only inside a test');
    // A page that a service worker has kept comes past what a test routes.
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', ...contextOptions });
    contexts.push(context);
    // Playwright's is 30 s: a file of many tests that all fail would take ten minutes to say so.
    context.setDefaultTimeout(20_000);
    const where = (page: Page | null) => (page === null ? '' : ` at ${page.url()}`);
    context.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error')
        errors.push(`console.error${where(message.page())}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) =>
      errors.push(`uncaught${where(error.page())}: ${error.error().stack ?? error.error().message}`),
    );
    context.on('page', (page) => page.on('crash', () => errors.push(`crashed: ${page.url()}`)));
    return context;
  };

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: inject('chromium'),
      args: [...CHROMIUM_FLAGS, ...(options.args ?? [])],
    });
  });
  beforeEach(async () => {
    await newContext(options.context);
  });
  afterEach(async () => {
    for (const context of contexts) await context.close();
    contexts = [];
    const left = errors;
    errors = [];
    expect(left, 'errors in the consoles of the pages').toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
  });

  return {
    origin,
    newContext,
    async openTab(path) {
      const [shared] = contexts;
      if (shared === undefined) throw new Error('useBrowser: openTab works only inside a test');
      const page = await shared.newPage();
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(200);
      return page;
    },
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
}
