import { Refusal } from '../kit/refusal.ts';

/** The shortest recovery phrase has twelve words. */
const PHRASE_WORDS = 12;

/**
 * What nobody may send to anybody: words of a recovery phrase in a row, whatever numbers or signs stand between them, or a private
 * key. `isWord` knows the 2,048 words of recovery phrases (BIP-39). Plain talk in English never has twelve of them in a row: the most
 * usual words (the, to, of, is, my) are none. A hash of a transaction begins with 0x, and is let through.
 */
export function findSecret(text: string, isWord: (word: string) => boolean): 'phrase' | 'key' | undefined {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = plain.match(/\p{L}+/gu) ?? [];
  let run = 0;
  for (const word of words) {
    run = isWord(word) ? run + 1 : 0;
    if (run >= PHRASE_WORDS) return 'phrase';
  }
  const key = /(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/;
  const extended = /(?<![0-9A-Za-z])[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,}/;
  return key.test(plain) || extended.test(text.normalize('NFKC')) ? 'key' : undefined;
}

/** Refusals: `support.recoveryphrase`, `support.privatekey`. */
export function checkSecret(text: string, isWord: (word: string) => boolean): Refusal | undefined {
  const found = findSecret(text, isWord);
  if (found === undefined) return undefined;
  return new Refusal(found === 'phrase' ? 'support.recoveryphrase' : 'support.privatekey');
}
