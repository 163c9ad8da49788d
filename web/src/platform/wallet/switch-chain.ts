import { Refusal } from '@openmere/core/kit/refusal.ts';
import { walletErrorCode } from '../error-text.ts';
import { chainName } from './chain-config.ts';
import type { ChainConfig } from './chain-config.ts';
import { hexOf, parseChainId } from './eip1193.ts';
import type { Eip1193 } from './eip1193.ts';

/** Wallets say so when they have never heard of a chain. */
const UNKNOWN_CHAIN = 4902;

async function chainOf(provider: Eip1193): Promise<number | undefined> {
  return parseChainId(await provider.request({ method: 'eth_chainId' }));
}

/**
 * Brings a wallet to our chain: asks to switch, on 4902 to add it. Refuses with `wallet.network` when the wallet stays
 * elsewhere; a "no" of the member keeps its number (4001). Rulebook §1.
 */
export async function switchChain(provider: Eip1193, config: ChainConfig): Promise<void> {
  if ((await chainOf(provider)) === config.chainId) return;
  const chainId = hexOf(config.chainId);
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (error) {
    const code = walletErrorCode(error);
    // Some wallets hide the number in the text, others do not know the method at all.
    const unknown = code === UNKNOWN_CHAIN || /4902|unrecognized chain/i.test(String(error));
    if (!unknown && code !== -32601) throw error;
    await provider.request({ method: 'wallet_addEthereumChain', params: [chainToAdd(config)] });
  }
  if ((await chainOf(provider)) !== config.chainId)
    throw new Refusal('wallet.network', { chain: chainName(config.chainId) });
}

export function chainToAdd(config: ChainConfig) {
  return {
    chainId: hexOf(config.chainId),
    chainName: chainName(config.chainId),
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: [config.rpcUrl],
    ...(config.explorer === '' ? {} : { blockExplorerUrls: [config.explorer] }),
  };
}
