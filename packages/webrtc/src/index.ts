export { DATA_CHANNEL_OPTIONS } from './channel-options.js';
export { createWebRTCTransport, type WebRTCTransport } from './transport.js';
