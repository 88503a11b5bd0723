// Transports that break one promise each, and what describeTransport must say of them.
import type { Bytes, PeerId, Transport } from '../src/match/transport.js';

export type Fault = keyof typeof EXPECTED_RED | 'none';

/** What each fault must turn red; it may turn more. */
export const EXPECTED_RED = {
  'a missing method': 'it has the three methods',
  'a maxPayload below what a match sends': 'it has the three methods',
  'plain arrays in place of Uint8Arrays': 'a payload arrives',
  'bytes cut to 7 bits': 'a payload arrives',
  'one direction dead': 'a payload arrives',
  'one name for both': 'a message names its sender',
  'the receiver named as the sender': 'a message names its sender',
  'delivery to itself': 'nothing that it sends arrives at itself',
  'no copy at send': 'what arrives is what the payload was',
  'the whole buffer of a sub-view': 'of a sub-view, its bytes arrive',
  'empty payloads swallowed': 'an empty payload arrives',
  'payloads cut at 1,000 bytes': 'the largest payload arrives whole',
  'one buffer for all that is on its way': 'many payloads from one buffer',
  'one handler at a time': 'every handler gets every message',
  'a thrown error ends the delivery': 'a handler that throws',
  'a thrown error ends the transport': 'a handler that throws',
  'unsubscribing does nothing': 'an unsubscribed handler gets nothing more',
  'unsubscribing twice throws': 'an unsubscribed handler gets nothing more',
  'handlers counted off a list that shrinks': 'a handler may unsubscribe itself',
  'who was unsubscribed hears the message under way': 'a handler that another one unsubscribes',
  'who was added hears the message under way': 'a handler that is subscribed by another one',
  'handlers visited until none is new': 'a handler that unsubscribes itself and subscribes again',
  'no sending while delivering': 'a handler may send',
  'strangers get everything': 'a message to a stranger',
  'strangers throw': 'a message to a stranger',
  'send after close throws': 'closing twice',
  'send after close works': 'closing twice',
  'closing twice throws': 'closing twice',
  'receives after close': 'a handler may close',
  'the message under way is told after close': 'a handler may close',
  'selfId is not the name that others see': 'where it knows its own id',
  'peers() lists itself': 'where it knows its peers',
  'peers() keeps who has left': 'where it knows its peers',
  'leaves are told twice': 'where it tells who goes',
  'leaves are never told': 'where it tells who goes',
  'onPeer cannot be unsubscribed': 'where it tells who goes',
  'a leave is told to who was unsubscribed meanwhile': 'where it tells who goes, its handlers may',
  'a leave is told to who was added meanwhile': 'where it tells who goes, its handlers may',
  'a handler of onPeer that throws ends the telling': 'where it tells who goes, its handlers may',
  'a leave is told after close': 'where it tells who goes, a handler may close',
} as const;

interface Entry<H> {
  readonly handler: H;
}

interface TellingFaults {
  shrinks?: boolean;
  lastOnly?: boolean;
  toRemoved?: boolean;
  toAdded?: boolean;
  untilNoneIsNew?: boolean;
  throwEnds?: boolean;
  isOver(): boolean;
}

/** Calls the handlers of `list` that were there at the beginning and still are, but for `faults`. */
function tell<H>(list: Entry<H>[], call: (handler: H) => void, onError: () => void, faults: TellingFaults): void {
  const begun = faults.lastOnly ? list.slice(-1) : [...list];
  const visit = (entry: Entry<H>): boolean => {
    if (faults.isOver() || (!faults.toRemoved && !list.includes(entry))) return true;
    try {
      call(entry.handler);
    } catch {
      onError();
      return !faults.throwEnds;
    }
    return true;
  };
  for (let i = 0; i < (faults.shrinks ? list : begun).length; i++) {
    if (!visit((faults.shrinks ? list : begun)[i]!)) return;
  }
  const seen = new Set(begun);
  const added = (): Entry<H>[] => list.filter((entry) => !seen.has(entry));
  if (faults.toAdded) added().forEach(visit);
  if (!faults.untilNoneIsNew) return;
  for (let next = added()[0]; next; next = added()[0]) {
    seen.add(next);
    visit(next);
  }
}

/** Two transports joined in memory by timers, right but for one fault. */
export function faultyPair(fault: Fault): [Transport, Transport] {
  const ids = fault === 'one name for both' ? ['a', 'a'] : ['a', 'b'];
  const sides = [0, 1].map(() => ({
    open: true,
    messages: [] as Entry<(payload: Bytes, peer: PeerId) => void>[],
    presence: [] as Entry<(peer: PeerId, change: 'join' | 'leave') => void>[],
    delivering: false,
    dead: false,
  }));
  const shared = new Uint8Array(70_000);

  function receive(side: number, payload: Bytes, from: PeerId): void {
    const self = sides[side]!;
    if ((!self.open && fault !== 'receives after close') || self.dead) return;
    self.delivering = true;
    tell(
      self.messages,
      (handler) => handler(payload, fault === 'the receiver named as the sender' ? ids[side]! : from),
      () => void (self.dead = fault === 'a thrown error ends the transport'),
      {
        shrinks: fault === 'handlers counted off a list that shrinks',
        lastOnly: fault === 'one handler at a time',
        toRemoved: fault === 'who was unsubscribed hears the message under way',
        toAdded: fault === 'who was added hears the message under way',
        untilNoneIsNew: fault === 'handlers visited until none is new',
        throwEnds: fault === 'a thrown error ends the delivery',
        isOver: () =>
          !self.open && fault !== 'the message under way is told after close' && fault !== 'receives after close',
      },
    );
    self.delivering = false;
  }

  function tellLeave(side: number): void {
    const other = sides[1 - side]!;
    tell(
      other.presence,
      (handler) => handler(ids[side]!, 'leave'),
      () => {},
      {
        toRemoved: fault === 'a leave is told to who was unsubscribed meanwhile',
        toAdded: fault === 'a leave is told to who was added meanwhile',
        throwEnds: fault === 'a handler of onPeer that throws ends the telling',
        isOver: () => !other.open && fault !== 'a leave is told after close',
      },
    );
  }

  function make(side: number): Transport {
    const self = sides[side]!;
    const otherSide = 1 - side;
    const other = sides[otherSide]!;
    function subscribe<H>(list: Entry<H>[], handler: H, works: boolean): () => void {
      const entry = { handler };
      list.push(entry);
      let done = false;
      return () => {
        if (done && fault === 'unsubscribing twice throws') throw new Error('twice');
        done = true;
        if (works && list.includes(entry)) list.splice(list.indexOf(entry), 1);
      };
    }
    function wire(payload: Bytes): Bytes {
      let sent: Bytes = fault === 'the whole buffer of a sub-view' ? new Uint8Array(payload.buffer) : payload;
      if (fault === 'payloads cut at 1,000 bytes') sent = sent.slice(0, 1000);
      if (fault === 'bytes cut to 7 bits') return sent.map((byte) => byte & 0x7f);
      if (fault === 'no copy at send') return sent;
      if (fault === 'one buffer for all that is on its way') {
        shared.set(sent);
        return shared.subarray(0, sent.length);
      }
      return sent.slice();
    }
    const transport: Transport = {
      send(payload, peer) {
        if (!self.open && fault === 'send after close throws') throw new Error('closed');
        if (!self.open && fault !== 'send after close works') return;
        if (peer !== undefined && !ids.includes(peer)) {
          if (fault === 'strangers throw') throw new Error('stranger');
          if (fault !== 'strangers get everything') return;
        }
        if (fault === 'delivery to itself') setTimeout(receive, 1, side, wire(payload), ids[side]!);
        if (peer === ids[side] && fault !== 'one name for both') return;
        if (fault === 'empty payloads swallowed' && payload.length === 0) return;
        if (fault === 'one direction dead' && side === 1) return;
        if (fault === 'no sending while delivering' && self.delivering) return;
        const sent = wire(payload);
        const plain = Object.assign([...sent], { slice: () => sent }) as unknown as Bytes; // the fault itself
        setTimeout(receive, 1, otherSide, fault === 'plain arrays in place of Uint8Arrays' ? plain : sent, ids[side]!);
      },
      onMessage: (handler) => subscribe(self.messages, handler, fault !== 'unsubscribing does nothing'),
      close() {
        if (!self.open && fault === 'closing twice throws') throw new Error('twice');
        if (!self.open) return;
        self.open = false;
        if (fault === 'leaves are never told') return;
        for (let i = fault === 'leaves are told twice' ? 2 : 1; i > 0; i--) {
          setTimeout(tellLeave, 1, side);
        }
      },
      selfId: fault === 'selfId is not the name that others see' ? 'me' : ids[side]!,
      peers: () => [
        ...(other.open || fault === 'peers() keeps who has left' ? [ids[otherSide]!] : []),
        ...(fault === 'peers() lists itself' ? [ids[side]!] : []),
      ],
      onPeer: (handler) => subscribe(self.presence, handler, fault !== 'onPeer cannot be unsubscribed'),
      maxPayload: fault === 'a maxPayload below what a match sends' ? 1100 : 65_000,
    };
    if (fault === 'a missing method') return { ...transport, close: undefined } as unknown as Transport; // the fault itself
    return transport;
  }
  return [make(0), make(1)];
}
