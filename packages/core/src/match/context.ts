import type { FieldSpecs } from '../state/fields.js';
import type { SessionParts } from '../session/session.js';
import type { EventQueue } from './events.js';
import type { LinkRegistry } from './link/link-registry.js';
import type { MatchClock } from './match-clock.js';
import type { Outbox } from './outbox.js';
import type { Settings } from './options.js';

/** What every part of a match may use, from its creation on. Complete when built; nothing here is replaced. */
export interface MatchContext<F extends FieldSpecs> {
  readonly settings: Settings<F>;
  readonly parts: SessionParts<F>;
  readonly clock: MatchClock;
  readonly outbox: Outbox;
  readonly events: EventQueue;
  readonly links: LinkRegistry;
}
