// Constants alone, and no imports: so bundlers put the numbers where the names stand. What each kind tells is at TRACE,
// in trace.ts.
export const PREDICT = 0;
export const RECEIVE = 1;
export const CONFIRM = 2;
export const MISPREDICT = 3;
export const ROLLBACK = 4;
export const RESIMULATE = 5;
export const STEP = 6;
export const STALL = 7;
export const SEND = 8;
export const ACK = 9;
export const DESYNC = 10;
export const PAUSE = 11;
