// A million damaged packets, sealed again with the true key: node packages/core/attack/run.js [packets] [first seed].
import { recordTapes, runCampaign } from './mutation-campaign.js';

const [packets = 1_000_000, firstSeed = 1] = process.argv.slice(2).map(Number);
const CAMPAIGN = 5000;
const tapes = recordTapes(firstSeed);
let sent = 0;
let taken = 0;
let seed = firstSeed;
for (; sent < packets; seed++) {
  try {
    const result = runCampaign(seed, Math.min(CAMPAIGN, packets - sent), tapes);
    sent += result.sent;
    taken += result.taken;
  } catch (error) {
    console.error(`seed ${seed}, after ${sent} packets:`, error);
    process.exit(1);
  }
  if (seed % 20 === 0) console.log(`${sent} packets, ${taken} of them taken`);
}
console.log(
  `${sent} damaged packets in ${seed - firstSeed} matches: ${taken} were taken, none threw, nothing false was confirmed`,
);
