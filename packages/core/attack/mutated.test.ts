// A twentieth of a million damaged packets, sealed again with the true key. attack/run.js sends the million.
import { describe, expect, it } from 'vitest';
import { recordTapes, runCampaign } from './mutation-campaign.js';
import { TYPES } from './wire/seals.js';

const CAMPAIGNS = 10;
const PACKETS = 5000;

describe('damaged packets, sealed again with the true key', () => {
  const tapes = recordTapes(1);

  it('are made from packets of every type', () => {
    expect([...tapes.keys()].sort((one, other) => one - other)).toEqual(Object.values(TYPES));
  });

  it(`${CAMPAIGNS * PACKETS} of them throw nothing and confirm nothing false`, () => {
    const byType = new Map<number, number>();
    let sent = 0;
    for (let seed = 1; sent < CAMPAIGNS * PACKETS; seed++) {
      const result = runCampaign(seed, PACKETS, tapes);
      sent += result.sent;
      // The seal let them in, and many were whole enough to mean something.
      expect(result.taken, `seed ${seed}`).toBeGreaterThan(result.sent / 4);
      for (const [type, count] of result.byType) byType.set(type, (byType.get(type) ?? 0) + count);
    }
    for (const type of Object.values(TYPES)) {
      expect(byType.get(type) ?? 0, `packets of type ${type}`).toBeGreaterThan(type === TYPES.BYE ? 10 : 1000);
    }
  });
});
