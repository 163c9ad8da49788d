import { expect, test } from 'vitest';
import {
  addressOf,
  checkPhrase,
  entropyOf,
  makePhrase,
  normalisePhrase,
  privateKeyOf,
  phraseOf,
} from './recovery-phrase.ts';

const known = 'test test test test test test test test test test test junk'.split(' ');

test.each([
  ['too few', 'test junk', 'wallet.wordcount'],
  ['none', '', 'wallet.wordcount'],
  ['an unknown word', known.join(' ').replace('junk', 'junkk'), 'wallet.wordunknown'],
  ['a wrong last word', known.join(' ').replace('junk', 'test'), 'wallet.wordchecksum'],
  ['swapped words', ['junk', ...known.slice(0, 11)].join(' '), 'wallet.wordchecksum'],
])('refuses: %s', (_what, text, code) => {
  expect(checkPhrase(normalisePhrase(text))?.code).toBe(code);
});

test('refuses: says which word is unknown, and where', () => {
  const phrase = known.with(3, 'tesst');
  expect(checkPhrase(phrase)?.params).toEqual({ place: 4, word: 'tesst' });
});

test('behavior: BIP-39 words lead by m/44’/60’/0’/0/0 to the address that other wallets show', async () => {
  expect(checkPhrase(known)).toBeUndefined();
  const key = await privateKeyOf(entropyOf(known));
  expect(addressOf(key)).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
});

test('behavior: words are read however they were typed', () => {
  expect(normalisePhrase('  Test\n1. TEST, junk ')).toEqual(['test', 'test', 'junk']);
});

test('property: fresh words are twelve, good, never the same, and come back from their entropy', () => {
  const seen = new Set<string>();
  for (let round = 0; round < 50; round += 1) {
    const phrase = makePhrase();
    expect(phrase).toHaveLength(12);
    expect(checkPhrase(phrase)).toBeUndefined();
    expect(phraseOf(entropyOf(phrase))).toEqual(phrase);
    seen.add(phrase.join(' '));
  }
  expect(seen.size).toBe(50);
});
