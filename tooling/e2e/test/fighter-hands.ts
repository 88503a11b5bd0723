// A script that fights in a page, for one or both sides, and keeps the checksum of every frame that a match has
// confirmed. It speaks to the page through globalThis.arcade alone, as anyone's script would.

/** Cells of the state's one array; apps/fighter/src/sim/layout.ts names them. */
export const PHASE = 1;
export const X = [14, 26] as const;
export const ACTION = [15, 27] as const;
export const WINS = [24, 36] as const;
/** Values of PHASE and ACTION. */
export const PHASE_FIGHT = 1;
export const ACTION_PUNCH = 1;
export const ACTION_BLOCK = 2;
export const ACTION_DEAD = 8;

/** What a page says of one match in it. */
export interface FightReport {
  state: string;
  /** Why it ended; '' while it is on. */
  end: string;
  localHandles: number[];
  confirmed: number;
  /** By frame. Of every frame from 0 on that the script saw in time. */
  checksums: [number, number][];
  wins: [number, number];
  rollbacks: number;
  deepest: number;
  desyncs: number;
}

interface FightMatch {
  state: string;
  localHandles: number[];
  on(event: 'end', handler: (end: { reason: string }) => void): void;
  session: {
    fields: { fight: Int32Array };
    stats: { rollbacks: number; maxRollbackDepth: number; desyncs: number };
    frame(): number;
    depth(): number;
    confirmedFrame(): number;
    checksumAt(frame: number): number;
  };
}

export interface FightArcade {
  match: FightMatch | null;
  /** Mode lag: both ends. */
  matches?: (FightMatch | null)[];
  press(handle: number, bits: number): void;
  release(handle: number, bits: number): void;
}
type Scripted = typeof globalThis & {
  arcade: FightArcade;
  fightReports: () => FightReport[];
  stopFighting: () => void;
};

/**
 * For evaluate(), once the match runs: red walks up and punches, blue walks, guards and now and then forgets to, so
 * that rounds end. The matches that are there now are the ones that it follows. Self-contained: evaluate() takes the
 * function's text.
 */
export function startFighting(): void {
  const page = globalThis as Scripted;
  const matches = (page.arcade.matches ?? [page.arcade.match]).filter((match) => match !== null);
  const seen = matches.map((match) => {
    const one = { match, next: 0, end: '', checksums: [] as [number, number][] };
    match.on('end', ({ reason }) => void (one.end = reason));
    return one;
  });

  const follow = (): void => {
    for (const one of seen) {
      const { session } = one.match;
      const comparable = Math.min(session.confirmedFrame(), session.frame() - 1);
      for (let frame = Math.max(one.next, session.frame() - session.depth()); frame <= comparable; frame++) {
        one.checksums.push([frame, session.checksumAt(frame)]);
        one.next = frame + 1;
      }
      const { fight } = session.fields;
      const gap = ((fight[26] ?? 0) - (fight[14] ?? 0)) / 256;
      const beat = Math.floor(session.frame() / 9);
      for (const handle of one.match.localHandles) {
        let bits = 0;
        if (fight[1] === 1) {
          if (handle === 0) bits = gap > 44 ? 2 : beat % 3 === 0 ? 8 : beat % 3 === 1 ? 1 : 0;
          else bits = [1, 0, 2, 1, 4, 1, 0][beat % 7] ?? 0;
        }
        page.arcade.release(handle, 15 & ~bits);
        if (bits !== 0) page.arcade.press(handle, bits);
      }
    }
  };
  const timer = setInterval(follow, 8);
  follow();

  page.stopFighting = () => {
    clearInterval(timer);
    for (const { match } of seen) for (const handle of match.localHandles) page.arcade.release(handle, 15);
  };

  page.fightReports = () =>
    seen.map(({ match, checksums, end }) => ({
      state: match.state,
      end,
      localHandles: [...match.localHandles],
      confirmed: Math.min(match.session.confirmedFrame(), match.session.frame() - 1),
      checksums,
      wins: [match.session.fields.fight[24] ?? 0, match.session.fields.fight[36] ?? 0],
      rollbacks: match.session.stats.rollbacks,
      deepest: match.session.stats.maxRollbackDepth,
      desyncs: match.session.stats.desyncs,
    }));
}

/** For evaluate(), after startFighting: one report for each match of the page. */
export function fightReports(): FightReport[] {
  return (globalThis as Scripted).fightReports();
}

/** For evaluate(), after startFighting: all hands rest from now on, so the match goes on without an end. */
export function stopFighting(): void {
  (globalThis as Scripted).stopFighting();
}
