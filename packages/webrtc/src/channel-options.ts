/**
 * What a channel must be made with: `createDataChannel(label, { ...DATA_CHANNEL_OPTIONS, negotiated: true, id })`.
 * Inputs ride in every packet until they are acknowledged, so a packet that SCTP holds back or sends again arrives late
 * and brings nothing new.
 */
export const DATA_CHANNEL_OPTIONS: Readonly<{ ordered: false; maxRetransmits: 0 }> = Object.freeze({
  ordered: false,
  maxRetransmits: 0,
});

/**
 * Reads the options of the real channel, not those it was asked for: PeerJS's `reliable: false` gives an unordered
 * channel that retransmits without end (maxRetransmits null), and that shows only here.
 * @throws TypeError for a channel that is ordered or retransmits, naming both options as they are.
 */
export function assertUnreliable(channel: RTCDataChannel): void {
  if (
    channel.ordered === DATA_CHANNEL_OPTIONS.ordered &&
    channel.maxRetransmits === DATA_CHANNEL_OPTIONS.maxRetransmits
  )
    return;
  throw new TypeError(
    `The data channel "${channel.label}" must have ordered false and maxRetransmits 0; it has ordered ${channel.ordered} and maxRetransmits ${channel.maxRetransmits}. ` +
      'Create it with DATA_CHANNEL_OPTIONS, or pass allowReliable: true and accept that one lost packet delays all that follow.',
  );
}
