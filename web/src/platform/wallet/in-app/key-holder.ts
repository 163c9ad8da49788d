import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { useSessionStore } from '../../session.ts';
import type { Hex } from '../eip1193.ts';
import { deriveKey } from './derive-key.ts';
import { lockedState, useInAppWallet } from './keeper.ts';
import { addressOf, checkPhrase, entropyOf, makePhrase, privateKeyOf, phraseOf } from './recovery-phrase.ts';
import { deleteVault, readVault, saveVault } from './vault-store.ts';
import { openVault, sealVault } from './vault.ts';
import type { DeriveKey, Vault } from './vault.ts';

/** Unlocked without a touch for this long, the wallet locks. */
export const IDLE_LOCK_MS = 5 * 60_000;
/** Shorter ones fall to guessing, whatever the key costs. */
export const PASSPHRASE_MIN = 8;

let derive: DeriveKey = deriveKey;
/** The private key, only while unlocked; wiped on lock. */
let privateKey: Uint8Array | undefined;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
/** Epoch ms. */
let touchedAt = 0;
let unhold: (() => void) | undefined;

/** Tests have no worker: they make the key in place. */
export function deriveWith(other: DeriveKey): void {
  derive = other;
}

/** By the clock, too: a computer that sleeps stops the timer, not the time. */
const isLeft = (): boolean => Date.now() - touchedAt >= IDLE_LOCK_MS;

function touch(): void {
  if (isLeft()) {
    lockWallet();
    return;
  }
  touchedAt = Date.now();
  clearTimeout(idleTimer);
  idleTimer = setTimeout(lockWallet, IDLE_LOCK_MS);
}

function onHide(): void {
  if (document.visibilityState === 'hidden') lockWallet();
}

const touches = ['pointerdown', 'keydown'] as const;

function hold(key: Uint8Array): void {
  privateKey?.fill(0);
  privateKey = key;
  touchedAt = Date.now();
  for (const type of touches) window.addEventListener(type, touch, { passive: true });
  document.addEventListener('visibilitychange', onHide);
  unhold?.();
  unhold = useSessionStore.subscribe(({ token }, before) => {
    // To log in locks nothing: the wallet may just have signed for it. A token is never renewed: another one is another account.
    if (before.token !== undefined && token !== before.token) lockWallet();
  });
  touch();
}

/** Wipes the key from memory. Also happens by itself: at the end of the session, when another account goes on, after 5 minutes without a touch, or when the page is hidden. */
export function lockWallet(): void {
  privateKey?.fill(0);
  privateKey = undefined;
  clearTimeout(idleTimer);
  unhold?.();
  unhold = undefined;
  for (const type of touches) window.removeEventListener(type, touch);
  document.removeEventListener('visibilitychange', onHide);
  if (useInAppWallet.getState().status === 'unlocked') useInAppWallet.setState({ status: 'locked' });
}

/** Refuses with `wallet.passphraseshort`. */
export function checkPassphrase(passphrase: string): Refusal | undefined {
  return passphrase.length < PASSPHRASE_MIN
    ? new Refusal('wallet.passphraseshort', { min: PASSPHRASE_MIN })
    : undefined;
}

/** A browser that needs room throws away what it did not promise to keep. What it answers changes nothing here. */
function stayHere(): void {
  const { storage } = navigator as { storage?: StorageManager };
  storage?.persist?.().catch((error: unknown) => console.warn('the browser promises nothing', error));
}

function notKept(error: unknown): never {
  console.warn('the browser keeps no wallet', error);
  throw new Refusal('wallet.notkept');
}

async function store(phrase: readonly string[], passphrase: string, backedUp: boolean): Promise<void> {
  refuse(checkPassphrase(passphrase));
  refuse(checkPhrase(phrase));
  // A wallet may hold money: it is only ever replaced after it was forgotten on purpose.
  const other = await readVault().catch(notKept);
  if (other) {
    useInAppWallet.setState(lockedState(other));
    throw new Refusal('wallet.exists');
  }
  const entropy = entropyOf(phrase);
  const key = await privateKeyOf(entropy);
  const address = addressOf(key);
  const madeAt = new Date().toISOString();
  const vault = await sealVault({ entropy, address, madeAt, backedUp }, passphrase, derive);
  entropy.fill(0);
  await saveVault(vault).catch(notKept);
  stayHere();
  hold(key);
  useInAppWallet.setState({ status: 'unlocked', address, backedUp });
}

/** Makes a wallet of 12 fresh words, stores it encrypted, and answers the phrase, to be shown once. */
export async function makeWallet(passphrase: string): Promise<string[]> {
  const phrase = makePhrase();
  await store(phrase, passphrase, false);
  return phrase;
}

/** Brings a wallet by its phrase; whoever types it has it written down. */
export function importWallet(phrase: readonly string[], passphrase: string): Promise<void> {
  return store(phrase, passphrase, true);
}

/**
 * The wallet that this page knows. Another window may have put another one here, or none: then that is what this page knows, and
 * nothing is done with it that was meant for the one before. Refuses with `wallet.noinapp`, `wallet.exchanged`.
 */
async function knownVault(): Promise<Vault> {
  const vault = await readVault();
  const { address } = useInAppWallet.getState();
  if (vault && (address === undefined || vault.address === address)) return vault;
  lockWallet();
  useInAppWallet.setState(lockedState(vault));
  throw new Refusal(vault ? 'wallet.exchanged' : 'wallet.noinapp');
}

async function openWith<T>(passphrase: string, use: (entropy: Uint8Array) => Promise<T>): Promise<T> {
  const entropy = await openVault(await knownVault(), passphrase, derive);
  try {
    return await use(entropy);
  } finally {
    entropy.fill(0);
  }
}

/** Unlocks for 5 minutes from the last touch. Refuses with `wallet.wrongpassphrase`. */
export async function unlockWallet(passphrase: string): Promise<void> {
  const key = await openWith(passphrase, privateKeyOf);
  hold(key);
  useInAppWallet.setState({ status: 'unlocked', address: addressOf(key) });
}

/** The words once more, for the one who knows the passphrase. */
export function revealPhrase(passphrase: string): Promise<string[]> {
  return openWith(passphrase, (entropy) => Promise.resolve(phraseOf(entropy)));
}

/** The asked words were right: the wallet that they were shown of counts as backed up. */
export async function markBackedUp(): Promise<void> {
  await saveVault({ ...(await knownVault()), backedUp: true });
  useInAppWallet.setState({ backedUp: true });
}

/** Removes the wallet from this device; only the words bring it back. */
export async function forgetWallet(): Promise<void> {
  await knownVault();
  lockWallet();
  await deleteVault();
  useInAppWallet.setState(lockedState(undefined));
}

/** Lends the key of this address for one signature. Refuses with `wallet.locked`, `wallet.exchanged`. */
export async function withPrivateKey<T>(owner: string, use: (key: Hex) => Promise<T>): Promise<T> {
  if (isLeft()) lockWallet();
  if (!privateKey) throw new Refusal('wallet.locked');
  if (useInAppWallet.getState().address !== owner.toLowerCase()) throw new Refusal('wallet.exchanged');
  touch();
  const hex: Hex = `0x${Array.from(privateKey, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return use(hex);
}
