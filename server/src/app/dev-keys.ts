import { pbkdf2Sync } from 'node:crypto';
import { HDKey, hdKeyToAccount } from 'viem/accounts';

/** The mnemonic of every development node in the world: its keys are known to everybody. */
const MNEMONIC = 'test test test test test test test test test test test junk';
const KNOWN_COUNT = 60;
const KEY_ONE = `0x${'1'.padStart(64, '0')}` as const;

/** Which account of the development chain plays which part. */
const PARTS = {
  deployer: 0,
  faucet: 1,
  root: 2,
  payer: 3,
  sweeper: 4,
  cold: 5,
  pauser: 6,
  keeper: 7,
  medalSigner: 8,
} as const;

export type DevPart = keyof typeof PARTS;
export type DevKey = { address: `0x${string}`; privateKey: `0x${string}` };

let seed: HDKey | undefined;
let known: readonly string[] | undefined;

function derive(index: number): DevKey {
  // BIP-39: the seed is PBKDF2 of the words; Node's own is 20 times faster than the one in JavaScript.
  seed ??= HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512'));
  const account = hdKeyToAccount(seed, { addressIndex: index });
  const key = account.getHdKey().privateKey;
  if (!key) throw new Error('the development mnemonic gave no key');
  return { address: account.address, privateKey: `0x${Buffer.from(key).toString('hex')}` };
}

/** Key of a part on the development chain. Never for a chain with real money: {@link listKnownKeys}. */
export function getDevKey(part: DevPart): DevKey {
  return derive(PARTS[part]);
}

/** Keys of those who trade in the demo history; behind the parts and the node's own ten accounts. */
const TRADERS_FROM = 10;

/** Key of a trader of the demo history, counted from 0. */
export function getTraderKey(index: number): DevKey {
  return derive(TRADERS_FROM + index);
}

/** Private keys that everybody knows, as lower-case hex: production refuses them. */
export function listKnownKeys(): readonly string[] {
  known ??= [...Array.from({ length: KNOWN_COUNT }, (_, index) => derive(index).privateKey), KEY_ONE];
  return known;
}

/** Mnemonic for people who want to import the development accounts into a wallet. */
export const devMnemonic = MNEMONIC;
