// Turns what a stage did into numbers: how many checks passed, how many failed.

/** @typedef {{ passed: number, failed: number, skipped: number, note?: string }} Count */

/**
 * The count of one vitest run. A run that found nothing, wrote no report, or ended in error with every test green (an
 * error outside a test, a file that does not load) has failed, and counts as one failure where vitest itself names
 * none.
 * @param {unknown} report the parsed JSON report, undefined when there is none
 * @param {number | null} status the exit code, null when it was killed
 * @returns {Count}
 */
export function countVitest(report, status) {
  const read = (/** @type {string} */ key) => {
    const value =
      typeof report === 'object' && report !== null
        ? /** @type {Record<string, unknown>} an object, checked above */ (report)[key]
        : undefined;
    return typeof value === 'number' ? value : undefined;
  };
  const passed = read('numPassedTests');
  const failed = read('numFailedTests');
  const skipped = (read('numPendingTests') ?? 0) + (read('numTodoTests') ?? 0);
  if (passed === undefined || failed === undefined)
    return { passed: 0, failed: 1, skipped: 0, note: 'no report was written' };
  if (passed + failed === 0) return { passed, failed: 1, skipped, note: 'no test ran' };
  if (status !== 0 && failed === 0)
    return { passed, failed: 1, skipped, note: 'vitest reported an error outside the tests' };
  return { passed, failed, skipped };
}

/**
 * The count of a stage that is one check.
 * @param {number | null} status
 * @returns {Count}
 */
export function countExit(status) {
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}
