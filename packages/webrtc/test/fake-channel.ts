/**
 * A data channel in memory. What is sent arrives at the other end within the call; `bufferedAmount` and the state are
 * set by the test.
 */
export class FakeChannel extends EventTarget {
  readonly label = 'fake';
  ordered = false;
  maxRetransmits: number | null = 0;
  binaryType = 'blob';
  bufferedAmount = 0;
  readyState: RTCDataChannelState = 'connecting';
  sendError: Error | undefined;
  readonly sent: (Uint8Array | string)[] = [];
  closeCalls = 0;

  /** The transport uses only what is above; the cast stands here once, so that tests need none. */
  get channel(): RTCDataChannel {
    return this as unknown as RTCDataChannel;
  }

  open(): this {
    this.readyState = 'open';
    this.dispatchEvent(new Event('open'));
    return this;
  }

  /** What a real channel does when either side closes it. */
  closed(): void {
    this.readyState = 'closed';
    this.dispatchEvent(new Event('close'));
  }

  close(): void {
    this.closeCalls++;
    this.readyState = 'closing';
  }

  send(payload: Uint8Array | string): void {
    if (this.readyState !== 'open') throw new DOMException('not open', 'InvalidStateError');
    if (this.sendError) throw this.sendError;
    this.sent.push(payload.slice());
  }

  receive(data: unknown): void {
    const event = new Event('message');
    Object.defineProperty(event, 'data', { value: data });
    this.dispatchEvent(event);
  }
}
