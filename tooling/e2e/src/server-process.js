// The production server in a process of its own, for the browser tests: the signaling server keeps timers that only the
// end of its process stops, and a server beside the test runner would share its event loop.
import { serve } from '@lite-rollback/serve';

const { port } = await serve({ port: 0, host: '127.0.0.1' });
process.send?.({ port });
process.once('disconnect', () => process.exit(0));
