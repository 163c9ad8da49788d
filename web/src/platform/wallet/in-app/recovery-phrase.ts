import { Refusal } from '@openmere/core/kit/refusal.ts';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, generateMnemonic, mnemonicToEntropy, mnemonicToSeed } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { privateKeyToAddress } from 'viem/accounts';
import type { Hex } from '../eip1193.ts';

/** BIP-44: the first account of an Ethereum-like chain. The same words show the same address in other wallets. */
const ACCOUNT_PATH = "m/44'/60'/0'/0/0";
const known = new Set(wordlist);

/** Words as people type them → as BIP-39 reads them: small letters, one space between. */
export function normalisePhrase(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

/**
 * What is wrong with a typed phrase: `wallet.wordcount` (12, 15, 18, 21 or 24), `wallet.wordunknown` (with the word and its
 * place), `wallet.wordchecksum` (a word is wrong or in the wrong place).
 */
export function checkPhrase(phrase: readonly string[]): Refusal | undefined {
  if (![12, 15, 18, 21, 24].includes(phrase.length))
    return new Refusal('wallet.wordcount', { count: phrase.length });
  const at = phrase.findIndex((word) => !known.has(word));
  if (at >= 0)
    return new Refusal('wallet.wordunknown', { place: at + 1, word: (phrase[at] ?? '').slice(0, 20) });
  try {
    mnemonicToEntropy(phrase.join(' '), wordlist).fill(0);
    return undefined;
  } catch {
    return new Refusal('wallet.wordchecksum');
  }
}

/** 12 fresh words: 128 random bits of the browser's own generator. */
export function makePhrase(): string[] {
  return generateMnemonic(wordlist, 128).split(' ');
}

export function entropyOf(phrase: readonly string[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(mnemonicToEntropy(phrase.join(' '), wordlist));
}

export function phraseOf(entropy: Uint8Array): string[] {
  return entropyToMnemonic(entropy, wordlist).split(' ');
}

/** The private key of the first account; the caller wipes it. */
export async function privateKeyOf(entropy: Uint8Array): Promise<Uint8Array> {
  const seed = await mnemonicToSeed(entropyToMnemonic(entropy, wordlist));
  const node = HDKey.fromMasterSeed(seed).derive(ACCOUNT_PATH);
  seed.fill(0);
  if (!node.privateKey) throw new Error('a derived key is always private here');
  return node.privateKey;
}

/** Lower case. */
export function addressOf(privateKey: Uint8Array): Hex {
  const hex: Hex = `0x${Array.from(privateKey, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return privateKeyToAddress(hex).toLowerCase() as Hex;
}
