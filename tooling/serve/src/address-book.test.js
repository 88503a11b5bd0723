import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CLIENTS_PER_ADDRESS, countedAs, createAddressBook } from './address-book.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

it('counts IPv4 alone, also where IPv6 carries it, and IPv6 by its network', () => {
  expect(countedAs('192.168.1.5')).toBe('192.168.1.5');
  expect(countedAs('::ffff:192.168.1.5')).toBe('192.168.1.5');
  expect(countedAs('2001:db8:1:2:aaaa::1')).toBe(countedAs('2001:db8:1:2:bbbb:1:2:3'));
  expect(countedAs('2001:db8:1:2::1')).not.toBe(countedAs('2001:db8:1:3::1'));
  expect(countedAs('fe80::1%eth0')).toBe(countedAs('fe80::2%eth0'));
  expect(countedAs('::1')).not.toBe(countedAs('2001:db8::1'));
  expect(countedAs('')).toBe('');
});

it('lets so many in, and the next one when one has gone', () => {
  const book = createAddressBook();
  const places = Array.from({ length: CLIENTS_PER_ADDRESS }, () => book.enter('10.0.0.1'));
  expect(places).not.toContain(undefined);
  expect(book.enter('10.0.0.1')).toBeUndefined();
  expect(book.enter('10.0.0.2')).toBeDefined();
  places[0]?.leave();
  expect(book.enter('10.0.0.1')).toBeDefined();
  expect(book.enter('10.0.0.1')).toBeUndefined();
});

it('who opens and closes them too fast has to wait', () => {
  const book = createAddressBook();
  let let_in = 0;
  for (let i = 0; i < 1000; i++) {
    const place = book.enter('10.0.0.1');
    if (place === undefined) continue;
    let_in += 1;
    place.leave();
  }
  expect(let_in).toBe(128);
  vi.advanceTimersByTime(1000);
  expect(Array.from({ length: 20 }, () => book.enter('10.0.0.1')).filter((place) => place !== undefined)).toHaveLength(
    10,
  );
});

it('all clients of an address have one budget', () => {
  const book = createAddressBook();
  const [a, b] = [book.enter('10.0.0.1'), book.enter('10.0.0.1')];
  expect(a?.bytes).toBe(b?.bytes);
  expect(a?.bytes).not.toBe(book.enter('10.0.0.2')?.bytes);
});

it('forgets an address that has gone, and not one that is there', () => {
  const book = createAddressBook();
  const gone = book.enter('10.0.0.1');
  book.enter('10.0.0.2');
  gone?.leave();
  expect(book.size).toBe(2);
  vi.advanceTimersByTime(20_000);
  const back = book.enter('10.0.0.1');
  vi.advanceTimersByTime(60_000);
  expect(book.size).toBe(2);
  back?.leave();
  vi.advanceTimersByTime(60_000);
  expect(book.size).toBe(1);
});
