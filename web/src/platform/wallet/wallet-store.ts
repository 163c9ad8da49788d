import type { OutputOf } from '@openmere/core/calls.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { create } from 'zustand';
import { isCancelled } from '../error-text.ts';
import { queryClient } from '../query.ts';
import { currentToken, useSessionStore } from '../session.ts';
import { readStored, writeStored } from '../storage.ts';
import { readChainConfig } from './chain-config.ts';
import { discoverWallets } from './discovery.ts';
import type { Discovery } from './discovery.ts';
import { firstAccount, parseChainId, utf8Hex } from './eip1193.ts';
import type { Eip1193, FoundWallet, Hex, WalletInfo } from './eip1193.ts';
import { IN_APP_ID, inAppWallet } from './in-app/found.ts';
import { lookForInAppWallet, useInAppWallet } from './in-app/keeper.ts';
import { leftAccount } from './left-account.ts';
import { switchChain } from './switch-chain.ts';
import { translateWalletError } from './wallet-error.ts';

export type WalletState = 'none' | 'found' | 'connecting' | 'connected' | 'locked';

export type WalletStore = {
  state: WalletState;
  providers: readonly WalletInfo[];
  /** The search of the first 3 seconds, or of `probe`, is still on. */
  probing: boolean;
  /** Id of the chosen wallet, remembered on this device. */
  chosen: string | undefined;
  /** Lower case; known while an in-app wallet is locked, too. */
  address: Hex | undefined;
  chainId: number | undefined;
};

const initial: WalletStore = {
  state: 'none',
  providers: [],
  probing: true,
  chosen: readStored('dapp.walletName'),
  address: undefined,
  chainId: undefined,
};

export const useWalletStore = create<WalletStore>(() => initial);

let discovery: Discovery | undefined;
let wallets: readonly FoundWallet[] = [];
let listening: { provider: Eip1193; stop(): void } | undefined;
/** The account in use when this wallet was locked: one that another comes after is left, too. */
let locked: Hex | undefined;

function chosenWallet(): FoundWallet | undefined {
  const { chosen } = useWalletStore.getState();
  return wallets.find((wallet) => wallet.id === chosen);
}

/** Rest state: what holds when no request is under way. */
function settle(): void {
  const { address } = useWalletStore.getState();
  const wallet = chosenWallet();
  const locked = wallet?.kind === 'inapp' && useInAppWallet.getState().status !== 'unlocked';
  const state = wallet && address ? (locked ? 'locked' : 'connected') : wallets.length > 0 ? 'found' : 'none';
  useWalletStore.setState({ state });
}

function listWallets(): void {
  const hasInApp = useInAppWallet.getState().address !== undefined;
  const known = wallets.length;
  wallets = [...(discovery?.found() ?? []), ...(hasInApp ? [inAppWallet] : [])];
  useWalletStore.setState({
    providers: wallets.map(({ id, name, kind, icon }) => ({ id, name, kind, ...(icon ? { icon } : {}) })),
  });
  if (useWalletStore.getState().state !== 'connecting') settle();
  if (wallets.length > known) void recall();
}

/** The remembered wallet is taken up again without asking: it says which account it already allows. */
async function recall(): Promise<void> {
  const wallet = chosenWallet();
  if (!wallet || useWalletStore.getState().address || listening?.provider === wallet.provider) return;
  listen(wallet.provider);
  try {
    const accounts = await wallet.provider.request({ method: 'eth_accounts' });
    const address = firstAccount(accounts);
    if (address && !useWalletStore.getState().address) await take(wallet, address);
  } catch (error) {
    console.warn('the remembered wallet does not answer', error);
  }
}

async function take(wallet: FoundWallet, address: Hex): Promise<void> {
  const chainId = parseChainId(await wallet.provider.request({ method: 'eth_chainId' }));
  writeStored('dapp.walletName', wallet.id);
  writeStored('dapp.address', address);
  useWalletStore.setState({ chosen: wallet.id, address, chainId });
  settle();
}

function listen(provider: Eip1193): void {
  if (listening?.provider === provider) return;
  listening?.stop();
  locked = undefined;
  provider.on?.('accountsChanged', onAccounts);
  provider.on?.('chainChanged', onChain);
  listening = {
    provider,
    stop() {
      provider.removeListener?.('accountsChanged', onAccounts);
      provider.removeListener?.('chainChanged', onChain);
    },
  };
}

/** Whether the wallet in use stood at the member's own address, as far as that is known without asking. */
function wasMembers(address: Hex): boolean {
  const info = queryClient.getQueryData<OutputOf<'Users/Info'>>(['Users/Info', {}]);
  return info
    ? info.useraddress?.toLowerCase() === address
    : readStored('dapp.ownWallet') === useWalletStore.getState().chosen;
}

/**
 * Another account in the wallet is the one in use from now on. Where the one before was the member's: token cleared, address stored,
 * page reloaded (specification §4, decision 0273); drafts come back.
 */
function onAccounts(accounts: unknown): void {
  const now = useWalletStore.getState().address;
  const address = firstAccount(accounts);
  if (address === now) return;
  const before = now ?? locked;
  locked = address === undefined ? before : undefined;
  useWalletStore.setState({ address });
  settle();
  if (address === undefined || before === undefined || address === before) return;
  writeStored('dapp.address', address);
  if (currentToken() === undefined || !wasMembers(before)) return;
  useSessionStore.getState().end('wallet', leftAccount());
  location.reload();
}

function onChain(chainId: unknown): void {
  useWalletStore.setState({ chainId: parseChainId(chainId) });
}

let started = false;

/** Starts the search for wallets, once; `useWallet` does it by itself. */
export function startWallets(): void {
  if (started) return;
  started = true;
  discovery = discoverWallets(window, listWallets);
  useInAppWallet.subscribe((now, before) => {
    if (now.address !== before.address) followInAppAddress(now.address);
    listWallets();
  });
  // Made or imported before anybody asked for wallets: a page starts this when it is idle.
  const { address } = useInAppWallet.getState();
  if (address !== undefined) followInAppAddress(address);
  listWallets();
  void lookForInAppWallet();
  void probe();
}

/** Forgotten: nothing is connected any more. Made or imported: it is chosen when nothing else is in use. */
function followInAppAddress(address: Hex | undefined): void {
  const { chosen, address: current } = useWalletStore.getState();
  if (address === undefined && chosen === IN_APP_ID) disconnect();
  if (address === undefined) return;
  if (current === undefined && useInAppWallet.getState().status === 'unlocked') {
    writeStored('dapp.walletName', IN_APP_ID);
    useWalletStore.setState({ chosen: IN_APP_ID });
  }
  // Another window has put another one in its place.
  if (current !== undefined && chosen === IN_APP_ID) {
    writeStored('dapp.address', address);
    useWalletStore.setState({ address });
  }
}

/** Searches again for 3 seconds. */
export async function probe(): Promise<void> {
  startWallets();
  useWalletStore.setState({ probing: true });
  await discovery?.probe();
  useWalletStore.setState({ probing: false });
}

function walletFor(id: string | undefined): FoundWallet {
  const wallet = id === undefined ? (chosenWallet() ?? wallets[0]) : wallets.find((one) => one.id === id);
  if (!wallet) throw new Refusal('wallet.notfound');
  return wallet;
}

/**
 * Connects a wallet: the given one, else the remembered one, else the first found. Answers the address, or undefined when
 * the member declined (silent, specification §8). Refuses with `wallet.notfound` and what the wallet says.
 */
export async function connect(id?: string): Promise<Hex | undefined> {
  startWallets();
  await lookForInAppWallet();
  const wallet = walletFor(id);
  const before = useWalletStore.getState();
  const other = before.chosen !== wallet.id;
  useWalletStore.setState({ state: 'connecting', ...(other ? { address: undefined } : {}) });
  try {
    const accounts = await wallet.provider.request({ method: 'eth_requestAccounts' });
    const address = firstAccount(accounts);
    if (!address) throw new Refusal('wallet.unauthorized');
    await take(wallet, address);
    // Only now: one that declines is not heard, the one in use before still is.
    listen(wallet.provider);
    return address;
  } catch (error) {
    // One that was chosen meanwhile stays.
    if (other && useWalletStore.getState().chosen === before.chosen)
      useWalletStore.setState({ address: before.address });
    if (isCancelled(error)) return undefined;
    throw translateWalletError(error);
  } finally {
    settle();
  }
}

/** Forgets the choice on this device; the wallet itself keeps its own permission. */
export function disconnect(): void {
  listening?.stop();
  listening = undefined;
  writeStored('dapp.walletName', undefined);
  writeStored('dapp.address', undefined);
  useWalletStore.setState({ chosen: undefined, address: undefined, chainId: undefined });
  settle();
}

/** The remembered wallet, as soon as it shows itself; undefined when the search ends without it. */
export async function currentProvider(): Promise<Eip1193 | undefined> {
  startWallets();
  await new Promise<void>((resolve) => {
    const look = () => chosenWallet() !== undefined || !useWalletStore.getState().probing;
    if (look()) return resolve();
    const stop = useWalletStore.subscribe(() => {
      if (!look()) return;
      stop();
      resolve();
    });
  });
  return chosenWallet()?.provider;
}

/** The wallet in use. Refuses with `wallet.notconnected`. */
export function currentWallet(): { wallet: FoundWallet; address: Hex } {
  const { address } = useWalletStore.getState();
  const wallet = chosenWallet();
  if (!wallet || !address) throw new Refusal('wallet.notconnected');
  return { wallet, address };
}

/** Any EIP-1193 request to the wallet in use; its errors come translated. */
export async function request(method: string, params: readonly unknown[] = []): Promise<unknown> {
  const { wallet } = currentWallet();
  try {
    return await wallet.provider.request({ method, params });
  } catch (error) {
    throw translateWalletError(error);
  }
}

/** Signs a text with `personal_sign`, on our chain: some wallets refuse a sign-in that names another one. */
export async function signMessage(text: string): Promise<Hex> {
  await ensureChain();
  const { address } = currentWallet();
  return (await request('personal_sign', [utf8Hex(text), address])) as Hex;
}

/** Brings the wallet to our chain or refuses with `wallet.network`. */
export async function ensureChain(): Promise<void> {
  const { wallet } = currentWallet();
  const config = await readChainConfig();
  try {
    await switchChain(wallet.provider, config);
  } catch (error) {
    throw translateWalletError(error);
  }
  useWalletStore.setState({ chainId: config.chainId });
}
