import type { Upload, Verdict } from './verdict.js';

/** One match that is waiting for replays, or has its verdict. */
export interface HeldMatch {
  /**
   * Takes a replay. 'second' where this side has handed in other bytes already, 'late' once the match is being judged,
   * 'full' where the store has no room. The same bytes again are taken as the first ones were.
   */
  add(upload: Upload): 'added' | 'second' | 'late' | 'full';
  /** Sides that are missing, 0 and up. */
  waitingFor(): number;
  /** Whether to judge: all sides are here, or those that are have waited long enough. */
  isReady(): boolean;
  /** What was handed in. The store forgets the bytes: call it once. */
  takeUploads(): readonly Upload[];
  /** Set by the first that asks for the verdict. */
  judged: Promise<{ verdict: Verdict; signed?: string }> | undefined;
}

/** Matches by name, in bounded memory. */
export interface MatchStore {
  find(name: string): HeldMatch | undefined;
  /** The match, made where there is none. Undefined where there is no room for another. */
  open(name: string, sides: number): HeldMatch | undefined;
}

/** Most matches at once, those with a verdict among them. */
const MATCHES_MAX = 10_000;

export function createMatchStore(options: { waitMs: number; heldBytes: number; now: () => number }): MatchStore {
  const { waitMs, heldBytes, now } = options;
  /** In the order of their making, so that the oldest come first. */
  const matches = new Map<string, { match: HeldMatch; since: number }>();
  let held = 0;

  function makeMatch(sides: number, since: number): HeldMatch {
    const uploads = new Map<string, Upload>();
    let taken = false;
    const match: HeldMatch = {
      judged: undefined,
      add(upload) {
        const before = uploads.get(upload.by);
        // Its bytes are gone once it is judged; whoever sends it again wants the verdict.
        if (before !== undefined) return taken || sameBytes(before.bytes, upload.bytes) ? 'added' : 'second';
        if (taken || match.isReady()) return 'late';
        if (held + upload.bytes.length > heldBytes) return 'full';
        held += upload.bytes.length;
        uploads.set(upload.by, upload);
        return 'added';
      },
      waitingFor: () => Math.max(sides - uploads.size, 0),
      isReady: () => uploads.size >= sides || (uploads.size > 0 && now() - since >= waitMs),
      takeUploads() {
        taken = true;
        const list = [...uploads.values()];
        for (const [by, upload] of uploads) {
          held -= upload.bytes.length;
          uploads.set(by, { ...upload, bytes: upload.bytes.subarray(0, 0) });
        }
        return list;
      },
    };
    return match;
  }

  /** Forgets what nobody has asked about for twice the time: a match, and its verdict. */
  function forgetOld(): void {
    for (const [name, { match, since }] of matches) {
      if (now() - since < 2 * waitMs) return;
      if (match.judged === undefined) match.takeUploads();
      matches.delete(name);
    }
  }

  return {
    find(name) {
      forgetOld();
      return matches.get(name)?.match;
    },
    open(name, sides) {
      forgetOld();
      const found = matches.get(name);
      if (found !== undefined) return found.match;
      if (matches.size >= MATCHES_MAX) return undefined;
      const match = makeMatch(sides, now());
      matches.set(name, { match, since: now() });
      return match;
    },
  };
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
