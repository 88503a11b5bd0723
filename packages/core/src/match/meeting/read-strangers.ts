import type { FieldSpecs } from '../../state/fields.js';
import { HELLO, KEY } from '../../wire/messages.js';
import type { MatchContext } from '../context.js';
import type { PeerId } from '../transport.js';
import { getHello, type Hello } from './hello.js';

/** Reads the plain packets that have come. A KEY is left to its reader, which finds it in the queue of strangers. */
export function readStrangers<F extends FieldSpecs>(
  { links }: MatchContext<F>,
  takeHello: (hello: Hello, from: PeerId) => void,
  takeKey: (from: PeerId) => void,
): void {
  const { strangers } = links;
  while (strangers.next()) {
    const type = strangers.kind & 15;
    const hello = type === HELLO ? getHello(strangers.reader) : undefined;
    if (hello) takeHello(hello, strangers.sender);
    else if (type === KEY) takeKey(strangers.sender);
    else links.drop();
  }
}
