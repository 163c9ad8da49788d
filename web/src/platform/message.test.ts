import { expect, test } from 'vitest';
import { compileTexts } from '../../build/messages-plugin.ts';
import { formatMessage } from './message.ts';
import type { TextValues } from './message.ts';

function filled(icu: string, values?: TextValues, locale = 'en'): string {
  const message = compileTexts('test.json', { text: icu })['text'];
  if (message === undefined) throw new Error('nothing was compiled');
  return formatMessage(message, locale, values);
}

test('refuses: a message that does not parse, naming its file and key', () => {
  expect(() => compileTexts('en/home.json', { left: '{n, plural, one {day}' })).toThrow(
    'en/home.json: message "left" does not parse',
  );
});

test('refuses: a kind of placeholder that the app cannot fill', () => {
  expect(() => compileTexts('en/home.json', { left: '{n, number, percent}' })).toThrow(
    'en/home.json: message "left" has a number placeholder',
  );
  expect(() => compileTexts('en/home.json', { left: '{n, plural, other {{d, date}}}' })).toThrow('date');
});

test('refuses: cases that every object inherits', () => {
  expect(filled('{who, select, constructor {no} other {yes}}', { who: 'toString' })).toBe('yes');
});

test('behavior: plain texts are plain strings, whatever signs they hold', () => {
  expect(compileTexts('test.json', { text: 'You own 100 %' })['text']).toBe('You own 100 %');
  expect(filled("It's '{open}' # here")).toBe("It's {open} # here");
  expect(filled('#')).toBe('#');
});

test('behavior: placeholders are filled, and a missing value leaves nothing', () => {
  expect(filled('{amount} of {total} {coin}', { amount: '12.50', total: 3, coin: 'USDT' })).toBe(
    '12.50 of 3 USDT',
  );
  expect(filled('a{gone}b')).toBe('ab');
  expect(filled('{toString}', {})).toBe('');
});

test('behavior: plurals follow the locale, exact cases come first, # has its grouping', () => {
  const days = '{n, plural, =0 {none} one {# day} other {# days}} left';
  expect(filled(days, { n: 0 })).toBe('none left');
  expect(filled(days, { n: 1 })).toBe('1 day left');
  expect(filled(days, { n: 12_345 })).toBe('12,345 days left');
  expect(filled('{n, plural, other {# 天}}', { n: 1 }, 'zh-Hans')).toBe('1 天');
  expect(filled('{n, plural, offset:1 =1 {you} other {you and # more}}', { n: 3 })).toBe('you and 2 more');
  expect(filled('{n, selectordinal, one {#st} two {#nd} other {#th}}', { n: 22 })).toBe('22nd');
});

test('behavior: a choice inside a plural keeps its number, and other placeholders', () => {
  const text = '{n, plural, one {one} other {{way, select, in {# in, {coin}} other {# out}}}}';
  expect(filled(text, { n: 4, way: 'in', coin: 'OPEN' })).toBe('4 in, OPEN');
  expect(filled(text, { n: 4, way: 'none' })).toBe('4 out');
});
