// One who knows a room's code and wants to keep others out of it: speaks to the PeerJS server as a room's machine does,
// and never opens a link.
import { WebSocket } from 'ws';

/** An offer that a browser takes, from a machine that answers nothing. */
const OFFER = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=msid-semantic: WMS',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 0.0.0.0',
  'a=ice-ufrag:evil',
  'a=ice-pwd:evilevilevilevilevilevil',
  'a=fingerprint:sha-256 ' + Array<string>(32).fill('AB').join(':'),
  'a=setup:actpass',
  'a=mid:0',
  'a=sctp-port:5000',
  'a=max-message-size:262144',
  '',
].join('\r\n');

export interface HostileDialler {
  /** Offers from this address, each a new attempt. */
  dial(times: number): void;
  /** Anything else, to the host as it is. */
  say(text: string): void;
  /** Texts of the host: answers and candidates. */
  readonly heard: string[];
  close(): void;
}

export async function createHostileDialler(
  { host, port, path }: { host: string; port: number; path: string },
  address: string,
  victim: string,
): Promise<HostileDialler> {
  const socket = new WebSocket(`ws://${host}:${port}${path}/peerjs?key=peerjs&id=${address}&token=x`);
  const heard: string[] = [];
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data)) as { type: string; payload?: unknown };
    if (type === 'CANDIDATE') heard.push(String(payload));
  });
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  const say = (text: string): void => socket.send(JSON.stringify({ type: 'CANDIDATE', dst: victim, payload: text }));
  let dials = 0;
  return {
    dial(times) {
      for (let i = 0; i < times; i++) say(JSON.stringify({ v: 2, t: 'offer', dial: `evil${dials++}`, sdp: OFFER }));
    },
    say,
    heard,
    close: () => socket.close(),
  };
}
