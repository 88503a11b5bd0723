import type { Signal } from './signal.js';

/** One side of an exchange of descriptions and candidates, from the first offer on. */
export interface Negotiation {
  /** Starts as the side that dials. */
  offer(): void;
  /** Takes a signal of the other side. Everything that does not belong to the exchange is ignored. */
  take(signal: Signal): void;
}

/** Candidates that are read of one machine. One with eight addresses and three servers has fewer. */
const CANDIDATES_MAX = 64;

/**
 * `failed` is called when the descriptions do not fit together, which an honest machine's do. It may be called more than
 * once.
 */
export function createNegotiation(
  connection: RTCPeerConnection,
  dial: string,
  send: (signal: Signal) => void,
  failed: () => void,
): Negotiation {
  /** Candidates that came before the description that they belong to. */
  const early: RTCIceCandidateInit[] = [];
  let described = false;
  let candidates = 0;

  connection.addEventListener('icecandidate', ({ candidate }) => {
    // The last one is empty, and says that no more will come: nobody waits for that.
    if (candidate?.candidate) send({ t: 'candidate', dial, candidate: candidate.toJSON() });
  });

  async function describe(t: 'offer' | 'answer'): Promise<void> {
    await connection.setLocalDescription();
    const { localDescription } = connection;
    if (localDescription !== null) send({ t, dial, sdp: localDescription.sdp });
  }

  async function accept(type: 'offer' | 'answer', sdp: string): Promise<void> {
    await connection.setRemoteDescription({ type, sdp });
    described = true;
    for (const candidate of early.splice(0)) add(candidate);
  }

  function add(candidate: RTCIceCandidateInit): void {
    // An address that this browser cannot read is one address less.
    connection.addIceCandidate(candidate).catch(() => {});
  }

  return {
    offer() {
      describe('offer').catch(failed);
    },
    take(signal) {
      if (signal.t === 'candidate') {
        if (++candidates > CANDIDATES_MAX) return;
        if (described) add(signal.candidate);
        else early.push(signal.candidate);
      } else if (signal.t === 'answer' && connection.signalingState === 'have-local-offer') {
        accept('answer', signal.sdp).catch(failed);
      } else if (signal.t === 'offer' && connection.signalingState === 'stable' && !described) {
        accept('offer', signal.sdp)
          .then(() => describe('answer'))
          .catch(failed);
      }
    },
  };
}
