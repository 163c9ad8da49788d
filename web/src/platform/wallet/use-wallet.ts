import { useEffect } from 'react';
import {
  connect,
  disconnect,
  ensureChain,
  probe,
  request,
  signMessage,
  startWallets,
  useWalletStore,
} from './wallet-store.ts';
import type { WalletStore } from './wallet-store.ts';

export type Wallet = WalletStore & {
  /** A wallet of the browser or dapp browser is here, not only our own. */
  isDapp: boolean;
  connect: typeof connect;
  disconnect: typeof disconnect;
  request: typeof request;
  signMessage: typeof signMessage;
  ensureChain: typeof ensureChain;
  probe: typeof probe;
};

/**
 * The wallet of this page: what was found, what is connected, and what can be asked of it. Errors are refusals in the
 * member's language or keep 4001, which `errorText` shows as "Cancel". Texts: group `wallet`.
 */
export function useWallet(): Wallet {
  useEffect(startWallets, []);
  const store = useWalletStore();
  const isDapp = store.providers.some((wallet) => wallet.kind !== 'inapp');
  return { ...store, isDapp, connect, disconnect, request, signMessage, ensureChain, probe };
}
