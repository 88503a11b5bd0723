/**
 * Has the browser keep the page, so that it opens without a network as well. Only as it was built: while it is being
 * written nothing may come from a cache. To be called at any time; it begins when the page has loaded.
 */
export function goOffline(): void {
  if (!import.meta.env.PROD) return;
  const register = (): void => {
    // Not there outside a secure context, whatever its type says; and a browser may refuse it.
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    workers?.register('./sw.js').catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
