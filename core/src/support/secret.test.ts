import { expect, test } from 'vitest';
import { findSecret } from './secret.ts';

const phraseWords = new Set(
  'legal winner thank year wave sausage worth useful yellow about can help you what when this time'.split(
    ' ',
  ),
);
const found = (text: string) => findSecret(text, (word) => phraseWords.has(word));
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

test.each([
  phrase,
  phrase.toUpperCase(),
  phrase.replaceAll(' ', ', '),
  phrase
    .split(' ')
    .map((word, at) => `${at + 1}) ${word}`)
    .join('\n'),
  `Here it is: ${phrase} please`,
  `ｌｅｇａｌ ${phrase.slice(6)}`,
])('refuses: words of a recovery phrase in a row, however they are written', (text) => {
  expect(found(text)).toBe('phrase');
});

test.each(['a'.repeat(64), `key: ${'0F'.repeat(32)}.`, `xprv9s21ZrQH143K${'3'.repeat(100)}`])(
  'refuses: keys without 0x in front, and extended ones',
  (text) => {
    expect(found(text)).toBe('key');
  },
);

test('behavior: plain talk, eleven such words, hashes and addresses are let through', () => {
  expect(found('')).toBeUndefined();
  expect(found(phrase.split(' ').slice(1).join(' '))).toBeUndefined();
  expect(
    found('legal winner thank year wave sausage the worth useful legal winner thank yellow'),
  ).toBeUndefined();
  expect(found(`0x${'a'.repeat(64)} 0x${'b'.repeat(40)}`)).toBeUndefined();
  expect(found('我的提现没有到账')).toBeUndefined();
});
