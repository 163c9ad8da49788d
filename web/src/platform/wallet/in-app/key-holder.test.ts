// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSessionStore } from '../../session.ts';
import { readStored } from '../../storage.ts';
import { disconnect, startWallets, useWalletStore } from '../wallet-store.ts';
import { askMember, useApproval } from './approval.ts';
import { argon2Key } from './argon2.ts';
import { inAppWallet } from './found.ts';
import { useInAppWallet } from './keeper.ts';
import {
  deriveWith,
  forgetWallet,
  IDLE_LOCK_MS,
  importWallet,
  lockWallet,
  markBackedUp,
  revealPhrase,
  unlockWallet,
  withPrivateKey,
} from './key-holder.ts';
import type { Vault } from './vault.ts';

const own = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const ownPhrase = 'test test test test test test test test test test test junk'.split(' ');
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' ');
const passphrase = 'correct horse staple';
const disk: { vault: Vault | undefined; refuses: boolean; isAway: boolean } = {
  vault: undefined,
  refuses: false,
  isAway: false,
};
const persist = vi.fn(async () => true);

vi.mock('./vault-store.ts', () => ({
  findVault: async () => disk.vault,
  readVault: async () => {
    if (disk.isAway) throw new DOMException('connection lost', 'UnknownError');
    return disk.vault;
  },
  saveVault: async (vault: Vault) => {
    if (disk.refuses) throw new DOMException('denied', 'SecurityError');
    disk.vault = vault;
  },
  deleteVault: () => Promise.resolve(void (disk.vault = undefined)),
}));
deriveWith((text, recipe) => argon2Key(text, { ...recipe, memory: 64, passes: 1 }));

const absent = { status: 'absent', address: undefined, backedUp: false } as const;

beforeEach(() => {
  Object.assign(disk, { vault: undefined, refuses: false, isAway: false });
  useInAppWallet.setState(absent);
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, list: [{ idx: 'chain.id', val: '31337' }], total: 1, data: null }),
  );
});
afterEach(() => {
  lockWallet();
  disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = () => Promise.reject(new Error('signed'));

/** What this page knows is the first wallet; another window has put the second one in its place. */
async function exchanged(): Promise<string> {
  const make = async (phrase: readonly string[]) => {
    Object.assign(disk, { vault: undefined });
    useInAppWallet.setState(absent);
    await importWallet(phrase, passphrase);
    return disk.vault;
  };
  const second = await make(otherPhrase);
  await make(ownPhrase);
  lockWallet();
  disk.vault = second;
  return second?.address ?? '';
}

test('refuses: to sign with the wallet of another window what was shown of the one before, however often it is unlocked', async () => {
  const other = await exchanged();
  await expect(unlockWallet(passphrase)).rejects.toMatchObject({ code: 'wallet.exchanged' });
  // What this device has is known from now on, and opens.
  expect(useInAppWallet.getState()).toMatchObject({ status: 'locked', address: other });
  await unlockWallet(passphrase);
  await expect(withPrivateKey(own, never)).rejects.toMatchObject({ code: 'wallet.exchanged' });
  expect(await withPrivateKey(other, async () => 'signed')).toBe('signed');
});

test('refuses: to forget, or to show the words of, another wallet than the one on the screen', async () => {
  const other = await exchanged();
  await expect(forgetWallet()).rejects.toMatchObject({ code: 'wallet.exchanged' });
  expect(disk.vault?.address).toBe(other);
  await exchanged();
  await expect(revealPhrase(passphrase)).rejects.toMatchObject({ code: 'wallet.exchanged' });
  disk.vault = undefined;
  await expect(unlockWallet(passphrase)).rejects.toMatchObject({ code: 'wallet.noinapp' });
  expect(useInAppWallet.getState().status).toBe('absent');
});

test('refuses: to call a wallet backed up whose words were never asked for, because another one of this device was', async () => {
  await exchanged();
  Object.assign(disk.vault!, { backedUp: false });
  await expect(markBackedUp()).rejects.toMatchObject({ code: 'wallet.exchanged' });
  expect(disk.vault?.backedUp).toBe(false);
  await markBackedUp();
  expect(disk.vault?.backedUp).toBe(true);
  disk.vault = undefined;
  await expect(markBackedUp()).rejects.toMatchObject({ code: 'wallet.noinapp' });
});

test('refuses: to take a wallet that the browser cannot read this moment for none, or to write another one over it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await importWallet(ownPhrase, passphrase);
  lockWallet();
  const before = useInAppWallet.getState();
  disk.isAway = true;
  for (const act of [unlockWallet, revealPhrase, forgetWallet])
    await expect(act(passphrase)).rejects.toThrow();
  expect(useInAppWallet.getState()).toEqual(before);
  await expect(importWallet(otherPhrase, passphrase)).rejects.toMatchObject({ code: 'wallet.notkept' });
  expect(disk.vault?.address).toBe(own);
});

test('refuses: a second wallet where another window has made one, which this one knows from then on', async () => {
  await importWallet(ownPhrase, passphrase);
  lockWallet();
  useInAppWallet.setState(absent);
  await expect(importWallet(otherPhrase, passphrase)).rejects.toMatchObject({ code: 'wallet.exists' });
  expect(useInAppWallet.getState()).toMatchObject({ status: 'locked', address: own });
});

test('behavior: the wallet in use is the one that this device has now', async () => {
  startWallets();
  const other = await exchanged();
  useWalletStore.setState({ chosen: inAppWallet.id, address: own });
  await expect(unlockWallet(passphrase)).rejects.toMatchObject({ code: 'wallet.exchanged' });
  expect(useWalletStore.getState()).toMatchObject({ state: 'locked', address: other });
  expect(readStored('dapp.address')).toBe(other);
});

test('refuses: to stay open over a sleep in which no timer ran, also when a touch comes first', async () => {
  vi.useFakeTimers();
  await importWallet(ownPhrase, passphrase);
  vi.setSystemTime(Date.now() + IDLE_LOCK_MS - 1);
  window.dispatchEvent(new Event('pointerdown'));
  expect(useInAppWallet.getState().status).toBe('unlocked');
  vi.setSystemTime(Date.now() + IDLE_LOCK_MS);
  await expect(withPrivateKey(own, never)).rejects.toMatchObject({ code: 'wallet.locked' });
  await unlockWallet(passphrase);
  vi.setSystemTime(Date.now() + IDLE_LOCK_MS);
  window.dispatchEvent(new Event('keydown'));
  expect(useInAppWallet.getState().status).toBe('locked');
});

test('refuses: to let the next account answer what the one before was asked', async () => {
  useSessionStore.getState().start('one');
  const asking = askMember({ kind: 'unlock' });
  const inLine = askMember({ kind: 'unlock' });
  inLine.catch(() => undefined);
  await expect.poll(() => useApproval.getState().asked).toBeDefined();
  useSessionStore.getState().start('two');
  await expect(asking).rejects.toMatchObject({ code: 4001 });
  // Nor what stood in line behind it.
  await expect(inLine).rejects.toMatchObject({ code: 4001 });
  expect(useApproval.getState().asked).toBeUndefined();
  useSessionStore.getState().end();
  // A login ends no question: it is what the wallet signs for.
  const loggingIn = askMember({ kind: 'unlock' });
  await expect.poll(() => useApproval.getState().asked).toBeDefined();
  useSessionStore.getState().start('three');
  useApproval.getState().answer?.(true);
  await loggingIn;
  useSessionStore.getState().end();
});

test('refuses: a wallet where the browser keeps nothing, and says so', async () => {
  disk.refuses = true;
  await expect(importWallet(ownPhrase, passphrase)).rejects.toMatchObject({ code: 'wallet.notkept' });
  expect(useInAppWallet.getState()).toEqual(absent);
});

test('behavior: the browser is asked not to throw a wallet away when it needs room, and may say no', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  persist.mockRejectedValueOnce(new Error('no'));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage: { persist } }));
  await importWallet(ownPhrase, passphrase);
  expect(persist).toHaveBeenCalledTimes(1);
  expect(useInAppWallet.getState().status).toBe('unlocked');
});
