// The line between the two machines. It is the simulated network of core/testing; each packet's fate is drawn here, and
// not by the network itself, so that the picture of the line can show where every packet is.
import { createPRNG, type PeerId, type Transport } from '@lite-rollback/core';
import { createSimulatedNetwork } from '@lite-rollback/core/testing';
import type { Settings } from './settings.js';

/** 0 for red's machine, 1 for blue's: also the handle of its player. */
export type Side = 0 | 1;

export interface Packet {
  readonly from: Side;
  /** ms of the network's clock. A lost packet gets as far as `lostAt`, 0 … 1 of the way. */
  readonly sentAt: number;
  readonly arrivesAt: number;
  readonly lostAt: number | null;
  /** 0 … 1, where across the line it is drawn. */
  readonly lane: number;
}

export interface Line {
  transport(side: Side): Transport;
  /** What is on its way, and what was lost less than LINGER ms ago; oldest first. */
  readonly packets: readonly Packet[];
  now(): number;
  advance(ms: number): void;
  /** As long as it is perfect nothing is late or lost: for finding each other. */
  perfect: boolean;
}

/** ms that a lost packet is still shown. */
export const LINGER = 420;

const IDS: readonly [PeerId, PeerId] = ['red', 'blue'];

/** Reads `settings` at each packet. */
export function createLine(settings: Readonly<Settings>, seed: number): Line {
  const network = createSimulatedNetwork({ seed });
  const dice = createPRNG(seed);
  const transports = [network.transport(IDS[0]), network.transport(IDS[1])] as const;
  let packets: Packet[] = [];
  let perfect = false;

  function send(from: Side, payload: Parameters<Transport['send']>[0]): void {
    const to = from === 0 ? 1 : 0;
    // All four are drawn for every packet: moving one slider changes no other packet's luck.
    const [late, lost, lane, gone] = [dice.float() * 2 - 1, dice.float() * 100, dice.float(), dice.float()];
    const latencyMs = perfect ? 0 : Math.max(0, settings.lag + late * settings.jitter);
    const isLost = !perfect && lost < settings.loss;
    network.setLink(IDS[from], IDS[to], { latencyMs, loss: isLost ? 1 : 0 });
    transports[from].send(payload);
    const sentAt = network.now();
    if (!perfect)
      packets.push({ from, sentAt, arrivesAt: sentAt + latencyMs, lostAt: isLost ? 0.15 + 0.7 * gone : null, lane });
  }

  return {
    transport(side) {
      const { onMessage, close } = transports[side];
      return { send: (payload) => send(side, payload), onMessage, close };
    },
    get packets() {
      return packets;
    },
    now: () => network.now(),
    advance(ms) {
      network.advance(ms);
      const now = network.now();
      packets = packets.filter(({ arrivesAt, lostAt }) => arrivesAt + (lostAt === null ? 0 : LINGER) > now);
    },
    get perfect() {
      return perfect;
    },
    set perfect(value) {
      perfect = value;
    },
  };
}
