// What the page's address asks for, and addresses to send to others.

export type Address =
  | { kind: 'menu' }
  | { kind: 'hotseat' }
  /** Against rivals in this page. The first three are ids; one that is left out, or unknown, is the cabinet's choice. `blind`: how a blind test came out. */
  | { kind: 'alone'; rival?: string; line?: string; netcode?: string; blind?: string }
  | { kind: 'room'; room: string; watch?: boolean }
  /** With a code: the page of a host that was reloaded opens its own game again. */
  | { kind: 'host'; code?: string }
  | { kind: 'join'; code: string; watch?: boolean }
  /** A file of a match played earlier. */
  | { kind: 'replay' }
  /** A mode that the app brings itself. */
  | { kind: 'mode'; mode: string };

/** Longer names are cut: a name is shown, put into a link and used as a channel's name. */
export const ROOM_NAME_MAX = 64;
/** 13 base32 characters in groups, and room for whatever people paste around them. */
export const CODE_MAX = 64;

/** Without control characters, trimmed, at most `max` code points. */
function clean(text: string, max: number): string {
  return [...text.replace(/\p{C}/gu, ' ').trim()].slice(0, max).join('');
}

const ALONE_KEYS = ['rival', 'line', 'netcode', 'blind'] as const;

/** What a link says of a match alone; what it does not say is left out. */
function chosen(query: URLSearchParams): Partial<Record<(typeof ALONE_KEYS)[number], string>> {
  const given = ALONE_KEYS.map((key) => [key, clean(query.get(key) ?? '', ROOM_NAME_MAX)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** `search` as in location.search. Anyone can send anyone a link, so everything in it is a stranger's text. */
export function readAddress(search: string): Address {
  const query = new URLSearchParams(search);
  const watch = query.get('watch') === '1' ? { watch: true } : {};
  const room = clean(query.get('room') ?? '', ROOM_NAME_MAX);
  if (room !== '') return { kind: 'room', room, ...watch };
  const code = clean(query.get('join') ?? '', CODE_MAX);
  if (code !== '') return { kind: 'join', code, ...watch };
  const host = clean(query.get('host') ?? '', CODE_MAX);
  // '1' is no code: they have 13 characters.
  if (host === '1') return { kind: 'host' };
  if (host !== '' && host !== '0') return { kind: 'host', code: host };
  const mode = clean(query.get('mode') ?? '', ROOM_NAME_MAX);
  if (mode === 'hotseat') return { kind: 'hotseat' };
  if (mode === 'alone') return { kind: 'alone', ...chosen(query) };
  if (mode === 'replay') return { kind: 'replay' };
  if (mode !== '') return { kind: 'mode', mode };
  return { kind: 'menu' };
}

const ADDRESS_KEYS = ['room', 'join', 'host', 'mode', 'watch', ...ALONE_KEYS];

/** The link for `address` at this page; what the app itself keeps in the query (`players=4`) stays. */
export function linkTo(address: Address, here: string): string {
  const url = new URL(here);
  for (const key of ADDRESS_KEYS) url.searchParams.delete(key);
  url.hash = '';
  if (address.kind === 'room') url.searchParams.set('room', address.room);
  if (address.kind === 'join') url.searchParams.set('join', address.code);
  if (address.kind === 'host') url.searchParams.set('host', address.code ?? '1');
  if ('watch' in address && address.watch === true) url.searchParams.set('watch', '1');
  if (address.kind === 'replay') url.searchParams.set('mode', 'replay');
  if (address.kind === 'hotseat') url.searchParams.set('mode', 'hotseat');
  if (address.kind === 'alone') {
    url.searchParams.set('mode', 'alone');
    for (const key of ALONE_KEYS) if (address[key] !== undefined) url.searchParams.set(key, address[key]);
  }
  if (address.kind === 'mode') url.searchParams.set('mode', address.mode);
  return url.href;
}

const COLOURS = [
  'amber',
  'azure',
  'coral',
  'cobalt',
  'ivory',
  'jade',
  'lilac',
  'ochre',
  'olive',
  'plum',
  'ruby',
  'slate',
  'teal',
  'umber',
];
const ANIMALS = [
  'crane',
  'finch',
  'fox',
  'gecko',
  'hare',
  'heron',
  'ibex',
  'koi',
  'lynx',
  'newt',
  'otter',
  'raven',
  'seal',
  'stoat',
  'wren',
];

/** A name that can be read aloud. It tells rooms of one browser apart; it is no secret. `random` gives a uint32. */
export function newRoomName(random: () => number): string {
  const pick = (list: readonly string[]): string => list[random() % list.length] ?? '';
  return `${pick(COLOURS)}-${pick(ANIMALS)}-${10 + (random() % 90)}`;
}
