import { useServerAhead } from '../platform/use-server-clock.ts';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';
import type { PowerTerms, UsdoTerms } from './mint-data.ts';

/** The average moves with time, also when nobody trades. */
const AGAIN_MS = 20_000;
/** Trades come in bursts. */
const PAUSE_MS = 3_000;
const moving = ['trade', 'tx.minting'] as const;

type Query<T> = {
  data: T | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
};

function useChainTerms<T>(name: string, owner: Hex | undefined, read: (owner?: Hex) => Promise<T>): Query<T> {
  useServerAhead('business');
  return useChainRead({
    queryKey: ['chain', 'minting', name, owner],
    queryFn: () => read(owner),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    pushes: moving,
    pauseMs: PAUSE_MS,
  });
}

/** The terms of minting hash power, from the chain itself, kept true while they are shown. */
export function usePowerTerms(owner: Hex | undefined): Query<PowerTerms> {
  return useChainTerms('power', owner, async (own) => {
    const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./mint-data.ts')]);
    return data.readPowerTerms(contracts, own);
  });
}

/** The same of USDO. */
export function useUsdoTerms(owner: Hex | undefined): Query<UsdoTerms> {
  return useChainTerms('usdo', owner, async (own) => {
    const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./mint-data.ts')]);
    return data.readUsdoTerms(contracts, own);
  });
}
