// Does not roll back: which of the fighter's own modes a link asks for.

export type Mode =
  | { kind: 'cabinet' }
  /** Two at one keyboard; `boxes` draws what the sim sees. */
  | { kind: 'fight'; boxes: boolean }
  | { kind: 'synctest' }
  /** One machine's two halves, `frames` of 1/60 s apart each way, `loss` percent of all packets lost. */
  | { kind: 'lag'; frames: number; loss: number };

export const LAG_DEFAULT = { kind: 'lag', frames: 6, loss: 10 } as const;
/** A second each way is further than any two people on Earth. */
export const LAG_FRAMES_MAX = 60;
/** Above this almost nothing gets through, and starting a match takes minutes. */
export const LOSS_MAX = 80;

/** `search` as in location.search, `?mode=…`. What is not one of ours, or out of bounds, is left to the cabinet, which says so. */
export function readMode(search: string): Mode {
  const mode = new URLSearchParams(search).get('mode') ?? '';
  if (mode === 'fight') return { kind: 'fight', boxes: false };
  if (mode === 'boxes') return { kind: 'fight', boxes: true };
  if (mode === 'synctest') return { kind: 'synctest' };
  if (mode === 'lag') return LAG_DEFAULT;
  const lag = /^lag:(\d{1,2})(?::(\d{1,2}))?$/.exec(mode);
  if (lag !== null) {
    const frames = Number(lag[1]);
    const loss = Number(lag[2] ?? 0);
    if (frames <= LAG_FRAMES_MAX && loss <= LOSS_MAX) return { kind: 'lag', frames, loss };
  }
  return { kind: 'cabinet' };
}
