export { createLocalTransport, type LocalTransport, type LocalTransportOptions } from './local-transport.js';
