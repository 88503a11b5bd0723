import type { FlightLog } from './flight-log.js';
import type { FlightRecorder } from './flight-recorder.js';

/** The timeline of a cabinet, for tests and for the curious. */
export interface TimelineHandle {
  /** Of the match on the table; null before the first one. */
  readonly recorder: FlightRecorder | null;
  readonly isOpen: boolean;
  readonly frozen: boolean;
  /** What is shown: the running log, a frozen one or a file's; null while there is none. */
  readonly log: FlightLog | null;
  open(): void;
  close(): void;
}
