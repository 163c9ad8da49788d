import { waitFor } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { disconnect, useWalletStore } from '../platform/wallet/wallet-store.ts';

type BrowserWallet = {
  address: string;
  /** Signs and sends, or turns it down by throwing; gives the hash back. */
  send?: (transaction: unknown) => string;
  /** Where the wallet is when it is found; it follows when it is asked to change. */
  chainId?: string;
};

/** The browser offers a wallet until the test is over. */
export async function offerWallet({ address, send, chainId = '0x7a69' }: BrowserWallet): Promise<void> {
  let at = chainId;
  const answers: Record<string, (first: unknown) => unknown> = {
    eth_chainId: () => at,
    eth_sendTransaction: (transaction) => send?.(transaction),
    wallet_switchEthereumChain() {
      at = '0x7a69';
      return null;
    },
  };
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
    answers[method] ? answers[method](params[0]) : [address];
  const announce = () => window.dispatchEvent(new Event('ethereum#initialized'));
  Object.assign(window, { ethereum: { request } });
  announce();
  onTestFinished(() => {
    disconnect();
    Object.assign(window, { ethereum: undefined });
    announce();
  });
  await waitFor(() => expect(useWalletStore.getState().providers.length).toBe(1));
}
