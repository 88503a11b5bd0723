import { createMatch, type FieldSpecs, type MatchOptions } from '../../src/index.js';
import { readHello, type Introduction } from '../wire/hello.js';

/** What an honest machine with these options says of its game: heard by whoever is in the room, so by an enemy too. */
export function introductionOf<F extends FieldSpecs>(options: MatchOptions<F>): Introduction {
  let heard: Introduction | undefined;
  const transport = {
    send(payload: Uint8Array) {
      const hello = readHello(payload);
      if (hello) {
        const { protocol, limit, terms, id, layout } = hello;
        heard ??= { protocol, limit, terms, id, layout };
      }
    },
    onMessage: () => () => undefined,
    close: () => undefined,
  };
  const match = createMatch({ ...options, transport, now: () => 0, random: () => 7 });
  match.poll();
  if (!heard) throw new Error('an honest machine said no hello');
  return heard;
}
