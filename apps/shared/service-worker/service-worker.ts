// Lets a game that has been opened once open without a network. Pages come from the network while it answers, so that a
// new version is there at once and both sides of a match have the same one; what a page is made of comes from the cache.
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & {
  /** Written in by the build: every file of the game that is to be kept. */
  readonly __WB_MANIFEST: PrecacheEntry[];
};

/** ms. A network that takes longer to give a page is treated as none. */
const PATIENCE = 3000;

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });

registerRoute(
  ({ request }) => request.mode === 'navigate',
  async ({ request }) => {
    try {
      return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    } catch {
      // The same page whatever the query asks for: the page itself reads that.
      return (await matchPrecache('index.html')) ?? Response.error();
    }
  },
);
