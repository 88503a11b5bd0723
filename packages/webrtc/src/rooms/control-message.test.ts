import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeControlMessage, parseControlMessage, type ControlMessage } from './control-message.js';
import { createGuestId } from './room-code.js';

describe('control messages', () => {
  it('come back as they were sent, with as many members as a room can have', () => {
    const members = Array.from({ length: 15 }, () => createGuestId());
    const all: ControlMessage[] = [
      { t: 'welcome', members },
      { t: 'members', members: [] },
      ...(['full', 'check', 'ping', 'pong', 'bye'] as const).map((t) => ({ t })),
    ];
    for (const message of all) expect(parseControlMessage(encodeControlMessage(message))).toEqual(message);
  });

  it.each([
    ['another type', '{"t":"hello"}'],
    ['a name from the prototype', '{"t":"constructor"}'],
    ['no type', '{}'],
    ['no object', 'null'],
    ['no JSON', '{"t":'],
    ['no members', '{"t":"welcome"}'],
    ['members that are no list', '{"t":"welcome","members":"a"}'],
    ['a member that is no text', '{"t":"members","members":[1]}'],
    ['a member of no length', '{"t":"members","members":[""]}'],
    ['a member that is no id', '{"t":"members","members":["a b"]}'],
    ['a member beyond all length', `{"t":"members","members":["${'a'.repeat(65)}"]}`],
    ['more members than a room can have', `{"t":"members","members":[${Array(17).fill('"a"').join()}]}`],
    ['a text beyond all length', `{"t":"bye","x":"${'a'.repeat(2_048)}"}`],
  ])('are nothing when there is %s', (_, text) => expect(parseControlMessage(text)).toBeUndefined());

  it('carry nothing on beside what they are made of', () => {
    expect(parseControlMessage('{"t":"ping","members":["a"],"__proto__":{"t":"bye"}}')).toEqual({ t: 'ping' });
  });

  it('never throw, whatever arrives', () => {
    fc.assert(fc.property(fc.oneof(fc.anything(), fc.string(), fc.json()), (data) => void parseControlMessage(data)));
  });
});
