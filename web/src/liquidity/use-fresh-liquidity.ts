import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';

const moving = ['trade'] as const;

/** Reads the chain while a review is open, and again whenever the pool moves. */
export function useFreshLiquidity(open: boolean, owner: Hex | undefined) {
  const query = useChainRead({
    queryKey: ['chain', 'liquidity', owner],
    enabled: open && owner !== undefined,
    staleTime: 0,
    gcTime: 0,
    pushes: moving,
    queryFn: async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./liquidity-data.ts')]);
      return data.readFreshLiquidity(contracts, owner ?? '0x');
    },
  });
  return { ...query, fresh: open ? query.data : undefined };
}
