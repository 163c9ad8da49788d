import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Hex } from '../eip1193.ts';

/** How the key is made from the passphrase; kept with the vault, so that the costs can rise later. */
export type KeyRecipe = {
  name: 'argon2id';
  /** KiB. */
  memory: number;
  passes: number;
  lanes: number;
  /** 16 random bytes, hex. */
  salt: string;
};

/** The in-app wallet as it lies on the device. Only `box` is secret; the address is public anyway. */
export type Vault = {
  version: 1;
  /** Lower case. */
  address: Hex;
  /** ISO 8601. */
  madeAt: string;
  /** The member has shown that the words are written down. */
  backedUp: boolean;
  recipe: KeyRecipe;
  /** 12 random bytes, hex. */
  iv: string;
  /** BIP-39 entropy (16 to 32 bytes) under AES-256-GCM, hex. */
  box: string;
};

export type DeriveKey = (passphrase: string, recipe: KeyRecipe) => Promise<Uint8Array<ArrayBuffer>>;

/** 64 MiB, three passes: half a second on a small computer, some seconds on an inexpensive phone (decision 0010). */
const costs = { name: 'argon2id', memory: 65_536, passes: 3, lanes: 1 } as const;
/** Nobody's tampered vault may ask for all memory of the device. */
const costsMax = { memory: 262_144, passes: 10, lanes: 4 };

export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

function randomHex(length: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(length)));
}

/** Everything that must not be changed without the passphrase: address, costs and salt are signed along by GCM. */
function sealedFacts(vault: Pick<Vault, 'version' | 'address' | 'recipe'>): Uint8Array<ArrayBuffer> {
  const { name, memory, passes, lanes, salt } = vault.recipe;
  const facts = [vault.version, vault.address, name, memory, passes, lanes, salt];
  return new TextEncoder().encode(JSON.stringify(facts));
}

async function aesKey(passphrase: string, recipe: KeyRecipe, derive: DeriveKey): Promise<CryptoKey> {
  // The same letters typed on two keyboards can be different bytes; NFKC makes them one.
  const bytes = await derive(passphrase.normalize('NFKC'), recipe);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  bytes.fill(0);
  return key;
}

/** Encrypts the entropy of a wallet under the passphrase, with a fresh salt and iv. */
export async function sealVault(
  wallet: { entropy: Uint8Array<ArrayBuffer>; address: Hex; madeAt: string; backedUp: boolean },
  passphrase: string,
  derive: DeriveKey,
): Promise<Vault> {
  const { address, madeAt, backedUp, entropy } = wallet;
  const recipe: KeyRecipe = { ...costs, salt: randomHex(16) };
  const facts = { version: 1, address, recipe } as const;
  const iv = randomHex(12);
  const box = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: hexToBytes(iv), additionalData: sealedFacts(facts) },
    await aesKey(passphrase, recipe, derive),
    entropy,
  );
  return { ...facts, madeAt, backedUp, iv, box: bytesToHex(new Uint8Array(box)) };
}

/**
 * Opens the vault: answers the entropy, which the caller wipes. Refuses with `wallet.wrongpassphrase`: a wrong passphrase
 * and a vault that was tampered with cannot be told apart; with `wallet.vaultbad` when its costs are absurd.
 */
export async function openVault(
  vault: Vault,
  passphrase: string,
  derive: DeriveKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const { memory, passes, lanes } = vault.recipe;
  const sane = memory <= costsMax.memory && passes <= costsMax.passes && lanes <= costsMax.lanes;
  if (vault.version !== 1 || !sane) throw new Refusal('wallet.vaultbad');
  const key = await aesKey(passphrase, vault.recipe, derive);
  try {
    const entropy = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: hexToBytes(vault.iv), additionalData: sealedFacts(vault) },
      key,
      hexToBytes(vault.box),
    );
    return new Uint8Array(entropy);
  } catch {
    throw new Refusal('wallet.wrongpassphrase');
  }
}
