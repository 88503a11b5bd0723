export { describeTransport } from './testing/transport-contract.js';
export type { TransportTestRunner } from './testing/contract-runner.js';
export { createHeldInputs } from './testing/held-inputs.js';
export type { LinkProfile } from './testing/link-profile.js';
export type { TrafficStats } from './testing/link.js';
export { createSimulatedNetwork } from './testing/simulated-network.js';
export type { SimulatedNetwork, SimulatedTransportOptions } from './testing/simulated-network-types.js';
export { runSyncTest, type SyncTestOptions, type SyncTestReport } from './testing/sync-test.js';
