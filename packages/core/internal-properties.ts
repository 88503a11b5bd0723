/**
 * Properties of objects that never leave core: a table, a seat, a ring. The build gives them names of a letter or two, the same in both entries,
 * which takes a twentieth off what an app downloads; tsup.config.ts says how. Nothing is lost when a name is missing here. A name that is public,
 * that the language or the platform uses, or that the code spells as a string must not be here: test/build looks for each of these.
 */
export const INTERNAL_PROPERTIES: readonly string[] = [
  'acked', 'active', 'age', 'agreement', 'announce', 'append', 'arrived', 'ask', 'begin', 'bit', 'bytesMax', 'bytesMin', 'change',
  'check', 'clock', 'committed', 'confirm', 'confirmed', 'confirmedOf', 'copyTo', 'delay', 'download', 'due', 'echo', 'emit',
  'endOnDesync', 'engine', 'enterBurst', 'evidence', 'exitBurst', 'farewell', 'fillTo', 'filled', 'finish', 'first', 'flush', 'forget',
  'found', 'gauges', 'getByte', 'getShort', 'getSigned', 'getWord', 'give', 'giveBack', 'gone', 'greet', 'handle', 'hear', 'hearReturn',
  'heardAt', 'held', 'hurry', 'idOfA', 'idOfB', 'inbox', 'interrupted', 'invitation', 'invite', 'isFinished', 'isPaused', 'isSplit',
  'kind', 'limit', 'live', 'loaded', 'look', 'messages', 'met', 'milliHz', 'node', 'nonce', 'observers', 'offsets', 'open', 'other',
  'ours', 'outside', 'over', 'own', 'pausing', 'players', 'pos', 'post', 'presence', 'profile', 'put', 'putShort', 'putSigned', 'putWord',
  'read', 'reader', 'ready', 'realAt', 'refuse', 'restart', 'returning', 'returnsAt', 'rewind', 'ring', 'rng', 'sameView', 'sample',
  'sealed', 'sealedWith', 'seat', 'seats', 'section', 'sections', 'self', 'sendAll', 'sequenceIn', 'sequenceOut', 'server', 'setDelay',
  'settings', 'since', 'sound', 'speed', 'suspect', 'suspects', 'take', 'takeDue', 'terms', 'tick', 'ticketNode', 'ticketToken',
  'token', 'transit', 'usedAt', 'view', 'views', 'welcome', 'wind', 'words', 'wordsAt', 'write',
];
