import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { chainContracts, chainExplorer, chainId, chainRpc } from '@openmere/core/setting/chain.ts';
import { settingIn } from '@openmere/core/setting/define.ts';
import { CancelledError } from '@tanstack/react-query';
import { call } from '../api-client.ts';
import { queryClient } from '../query.ts';

export type ChainConfig = {
  /** 56 is BSC; 31337 the development chain. */
  chainId: number;
  /** Absolute address of the JSON-RPC relay on our own origin. */
  rpcUrl: string;
  /** Block explorer without a slash at the end; empty when there is none. */
  explorer: string;
  /** Operators can switch the in-app wallet off. */
  contracts: AddressMap;
};

const FRESH_MS = 60_000;

function fetchConfig() {
  return queryClient.fetchQuery({
    queryKey: ['Ctrls/GetConfig', {}],
    queryFn: ({ signal }) => call('Ctrls/GetConfig', {}, { signal }),
    staleTime: FRESH_MS,
  });
}

/** The chain part of the public configuration, from the same copy that screens read. */
export async function readChainConfig(): Promise<ChainConfig> {
  const { list } = await fetchConfig().catch((error: unknown) => {
    // Logging in or out throws all copies away, also one that is on its way.
    if (error instanceof CancelledError) return fetchConfig();
    throw error;
  });
  return {
    chainId: settingIn(list, chainId),
    rpcUrl: new URL(settingIn(list, chainRpc), location.origin).href,
    explorer: settingIn(list, chainExplorer),
    contracts: settingIn(list, chainContracts),
  };
}

/** Name of a chain as wallets show it; chain names are the same in every language. */
export function chainName(chainId: number): string {
  if (chainId === 56) return 'BNB Smart Chain';
  if (chainId === 97) return 'BNB Smart Chain Testnet';
  return chainId === 31337 ? 'Openmere Dev Chain' : `Chain ${chainId}`;
}
