import { describe, expect, it } from 'vitest';
import { createPacketWriter } from '../../wire/packet.js';
import { createToyContext, createToyLink, OWN_NODE } from '../toy-match.js';
import { createLink } from './link.js';

const PLAY = 4;

describe('a link', () => {
  it('takes what the other machine has sealed, once', () => {
    const { link, seal } = createToyLink(createToyContext(), 5);
    const packet = seal(PLAY);
    expect(link.confirmed).toBe(false);
    expect([link.receive(packet, 'a'), link.receive(packet, 'a'), link.confirmed]).toEqual(['taken', 'refused', true]);
  });

  it('takes nothing that it has sealed itself, that others have sealed, or that is damaged', () => {
    const toy = createToyContext();
    const { link, seal } = createToyLink(toy, 5);
    const out = createPacketWriter();
    out.startSealed(PLAY, 0);
    expect(link.receive(out.finishSealed(link.keyOut, 0), 'a')).toBe('foreign');
    expect(link.receive(createToyLink(toy, 6).seal(PLAY), 'a')).toBe('foreign');
    const packet = seal(PLAY, (writer) => writer.put(3));
    for (let at = 0; at < packet.length; at++) {
      const damaged = packet.slice();
      damaged[at]! ^= 4;
      expect(link.receive(damaged, 'a')).toBe('foreign');
    }
    expect([link.address, link.confirmed, link.receive(packet, 'a')]).toEqual(['peer 5', false, 'taken']);
  });

  it('moves its address for the newest packet alone', () => {
    const { link, seal } = createToyLink(createToyContext(), 5);
    const [first, late, newest] = [seal(PLAY), seal(PLAY), seal(PLAY)];
    link.receive(first, 'a');
    link.receive(newest, 'b');
    expect([link.receive(late, 'c'), link.address]).toEqual(['taken', 'b']);
    expect([link.receive(newest, 'd'), link.address]).toEqual(['refused', 'b']);
  });

  it.each([128, 200, 255, 256, 5000])('moves its address after %i lost packets', (lost) => {
    const { link, seal } = createToyLink(createToyContext(), 5);
    link.receive(seal(PLAY), 'a');
    for (let i = 0; i < lost; i++) seal(PLAY);
    expect([link.receive(seal(PLAY), 'b'), link.address]).toEqual(['taken', 'b']);
  });

  it('takes a carried packet under its own key, and does not move for it', () => {
    const toy = createToyContext();
    const { link, seal, say } = createToyLink(toy, 5);
    say(PLAY, undefined, 'a');
    const other = createLink(5, OWN_NODE, link.key, 'us', toy.context.clock, 0.06);
    const out = createPacketWriter();
    out.startSealed(PLAY, 9);
    const carried = out.finishSealed(other.keyCarriedOut, 0).slice();
    toy.wait(100);
    expect(link.receive(carried, 'z')).toBe('foreign');
    expect(link.receive(seal(PLAY), undefined)).toBe('foreign');
    expect([link.receive(carried, undefined), link.address]).toEqual(['taken', 'a']);
    expect([link.heardAt, link.heardDirectlyAt]).toEqual([100, 0]);
  });

  it('seals on across the wrap of its sequence numbers', () => {
    const toy = createToyContext();
    const { link } = createToyLink(toy, 5);
    const other = createLink(5, OWN_NODE, link.key, 'us', toy.context.clock, 0.06);
    const out = createPacketWriter();
    const pack = (sequence: number, wraps: number): Uint8Array => {
      out.startSealed(PLAY, sequence);
      return out.finishSealed(other.keyOut, wraps).slice();
    };
    const old = pack(1, 0);
    expect(link.receive(pack(0xff_fffe, 0), 'a')).toBe('taken');
    // Replayed from before the wrap, it would have the right number.
    expect(link.receive(old, 'a')).toBe('foreign');
    expect(link.receive(pack(1, 1), 'a')).toBe('taken');
    expect(link.receive(pack(0xff_ffff, 0), 'a')).toBe('taken');
  });
});
