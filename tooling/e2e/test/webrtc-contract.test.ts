import { describe, expect, it } from 'vitest';
import { useBrowser } from '../src/browser.js';
import { openLabPage, useLab, WEBRTC_FLAGS } from '../src/webrtc-lab.js';

describe('core’s transport suite, in Chromium', () => {
  const browser = useBrowser({ args: WEBRTC_FLAGS });
  const lab = useLab('webrtc-contract-page');

  it('passes over a pair of data channels', async () => {
    const page = await openLabPage(lab, await browser.newContext());
    const result = await page.evaluate(() => globalThis.contract.channels());
    expect(result.failed).toEqual([]);
    expect(result.passed.length).toBeGreaterThan(15);
  });

  it('passes over a room of host and guest', async () => {
    const page = await openLabPage(lab, await browser.newContext());
    const result = await page.evaluate((options) => globalThis.contract.rooms(options), lab.options);
    expect(result.failed).toEqual([]);
    expect(result.passed.length).toBeGreaterThan(15);
  });

  it('passes over a room whose machines meet in memory', async () => {
    const page = await openLabPage(lab, await browser.newContext());
    const result = await page.evaluate(() => globalThis.contract.memory());
    expect(result.failed).toEqual([]);
    expect(result.passed.length).toBeGreaterThan(15);
  });
});
