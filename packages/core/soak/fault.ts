export type FaultKind =
  /** A confirmed frame is not the truth. */
  | 'truth'
  /** A match threw. */
  | 'threw'
  /** A machine neither goes on nor ends. */
  | 'stands still'
  /** Machines of one match tell different stories of it. */
  | 'disagreement'
  /** Machines of one match stand in different states. */
  | 'divergence'
  /** Somebody was dropped, or ended, that nobody had a reason to. */
  | 'dropped'
  | 'desync'
  /** Events that cannot follow each other. */
  | 'events'
  | 'console'
  /** A packet above 1,200 bytes, a window overrun, memory held. */
  | 'bounds';

/** What a scenario found. */
export class Fault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(`${kind}: ${message}`, { cause });
    this.kind = kind;
  }
}
