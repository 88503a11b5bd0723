// Opens a recording that was kept as a file.
import { isBytes } from '@lite-rollback/core';
import { readFlight, type FlightFileError } from './flight-file.js';
import { logOf, type FlightLog } from './flight-log.js';

/** Either a log or why there is none. */
export type OpenedFlight =
  { readonly log: FlightLog; readonly error?: never } | { readonly log?: never; readonly error: FlightFileError };

/**
 * Reads what FlightRecorder.bytes() wrote. Bytes that are something else give an error, and are never thrown over.
 * @throws TypeError for what is no Uint8Array.
 */
export function openFlight(bytes: Uint8Array): OpenedFlight {
  if (!isBytes(bytes)) throw new TypeError(`openFlight: bytes must be a Uint8Array, got ${typeof bytes}`);
  const read = readFlight(bytes);
  return typeof read === 'string' ? { error: read } : { log: logOf(read) };
}
