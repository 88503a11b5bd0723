import { SEALED_HEADER } from '../../wire/limits.js';
import type { FieldSpecs } from '../../state/fields.js';
import type { MatchContext } from '../context.js';
import type { Link } from './link.js';
import type { Arrival } from './sequence-buffer.js';

/** Takes in the header of the packet that a link's queue stands at. Undefined for one that came before, or too late. */
export function takeHeader<F extends FieldSpecs>(
  link: Link,
  { clock, links }: MatchContext<F>,
): Exclude<Arrival, 'refused'> | undefined {
  const { bytes, start, reader, sender } = link.queue;
  const sequence = bytes[start + 5]! | (bytes[start + 6]! << 8) | (bytes[start + 7]! << 16);
  reader.at = start + SEALED_HEADER;
  // A relayed packet has no sender: it says nothing of where its machine is.
  const arrival = link.accept(sequence, clock.time(), sender || undefined);
  if (arrival !== 'refused') return arrival;
  links.drop();
  return undefined;
}
