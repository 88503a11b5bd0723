// Waits by what was played since the scripts of pong-player.ts began, never for a frame's number: a page that loads
// slowly starts its script at whatever frame the match has reached by then.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { compareChecksums, pongReport, type PongReport } from './pong-player.js';

/** What every page says now. Each runs startPongPlayer. */
export const reportsOf = (pages: readonly Page[]): Promise<PongReport[]> =>
  Promise.all(pages.map((page) => page.evaluate(pongReport)));

/** Confirmed frames that the first page's script and each other page's script have both seen. */
function commonFrames([first, ...others]: readonly PongReport[]): number {
  if (first === undefined || others.length === 0) throw new Error('playTogether needs two pages or more');
  return Math.min(...others.map((other) => compareChecksums(first, other).common));
}

/**
 * Plays on until the scripts of all `pages` have seen more than `frames` of the same confirmed frames. Whether their
 * checksums agree is for the caller to judge.
 */
export async function playTogether(pages: readonly Page[], frames: number, timeout = 50_000): Promise<PongReport[]> {
  let reports: PongReport[] = [];
  await expect
    .poll(async () => commonFrames((reports = await reportsOf(pages))), { timeout, interval: 300 })
    .toBeGreaterThan(frames);
  return reports;
}

/** Plays on until each of `pages` has confirmed `frames` more than any of them has confirmed now. */
export async function playOn(pages: readonly Page[], frames: number, timeout = 50_000): Promise<PongReport[]> {
  const confirmed = (reports: readonly PongReport[]): number[] => reports.map((report) => report.confirmed);
  const target = Math.max(...confirmed(await reportsOf(pages))) + frames;
  await expect
    .poll(async () => Math.min(...confirmed(await reportsOf(pages))), { timeout, interval: 300 })
    .toBeGreaterThanOrEqual(target);
  return reportsOf(pages);
}
