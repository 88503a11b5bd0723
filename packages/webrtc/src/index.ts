export { DATA_CHANNEL_OPTIONS } from './channel-options.js';
export { createWebRTCTransport, type WebRTCTransport, type WebRTCTransportOptions } from './transport.js';
