/**
 * Properties of objects that never leave core: a table, a seat, a ring. The build gives them names of a letter or two, the same in both entries,
 * which takes a twentieth off what an app downloads; tsup.config.ts says how. Nothing is lost when a name is missing here. A name that is public,
 * that the language or the platform uses, or that the code spells as a string must not be here: test/build looks for each of these.
 */
export const INTERNAL_PROPERTIES: readonly string[] = [
  // What a session is made of, most used first: these get the letters from a on.
  'realAt', 'usedAt', 'words', 'write', 'handle', 'live', 'wordsAt', 'rewind', 'views', 'confirmed', 'confirmedOf', 'sealed', 'forget',
  'ring', 'setDelay', 'restart', 'goBack',
  // What a match is made of.
  'acked', 'active', 'age', 'announce', 'append', 'arrived', 'ask', 'begin', 'bit', 'bytesMax', 'bytesMin', 'change',
  'check', 'clock', 'committed', 'confirm', 'copyTo', 'delay', 'drops', 'due', 'echo', 'emit', 'engine', 'enterBurst',
  'evidence', 'exitBurst', 'farewell', 'fatal', 'fillTo', 'filled', 'finish', 'first', 'flush', 'found', 'gauges', 'getByte', 'getShort',
  'getSigned', 'give', 'giveBack', 'greet', 'hear', 'hearReturn', 'heardAt', 'held', 'idOfA', 'idOfB',
  'inbox', 'interrupted', 'invitation', 'invite', 'isFinished', 'isPaused', 'isRead', 'isSplit', 'kind', 'limit', 'loaded', 'look', 'meet', 'messages',
  'met', 'milliHz', 'node', 'nonce', 'observers', 'offsets', 'open', 'other', 'ours', 'outside', 'over', 'own', 'pausing', 'players',
  'pos', 'post', 'presence', 'profile', 'put', 'putShort', 'putSigned', 'read', 'reader', 'refuse', 'refuses', 'returning',
  'returnsAt', 'rng', 'sameView', 'sample', 'sealedWith', 'seat', 'seats', 'section', 'sections', 'self', 'sendAll', 'sequenceIn',
  'sequenceOut', 'settings', 'since', 'sound', 'speed', 'suspect', 'suspects', 'take', 'takeDue', 'terms', 'tick', 'transfer', 'play', 'ticketNode',
  'ticketToken', 'token', 'told', 'transit', 'view', 'wind',
];

/** Of the first so many, the names are fixed; a session is the smallest thing that an app can import, and shows every byte. */
export const LETTERS = 17;
