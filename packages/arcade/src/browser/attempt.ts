// The one place that expects the browser to say no. A permissions policy, a frame, private browsing or an old browser
// may forbid what a page asks for: by throwing, by rejecting, or by not having it at all.

/** What `run` returns, or `otherwise` if it throws. */
export function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

/** Whether what `run` began came to a good end. False if it throws, rejects, or begins nothing. Never rejects. */
export async function succeeds(run: () => Promise<unknown> | undefined): Promise<boolean> {
  try {
    const begun = run();
    if (begun === undefined) return false;
    await begun;
    return true;
  } catch {
    return false;
  }
}
