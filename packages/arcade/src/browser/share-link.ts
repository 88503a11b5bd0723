import { attempt, succeeds } from './attempt.js';

/** Whether this browser has a share sheet for a link, and the page may open it. */
export function canShareLink(url: string): boolean {
  return attempt(() => navigator.canShare({ url }), false);
}

/** Opens the share sheet; to be called while a person's press counts. False if nothing was shared, by choice as well. */
export function shareLink(title: string, url: string): Promise<boolean> {
  return succeeds(() => navigator.share({ title, url }));
}
