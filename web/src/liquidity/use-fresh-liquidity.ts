import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';
import { useOpening } from '../platform/wallet/use-opening.ts';

const moving = ['trade'] as const;

/** Reads the chain while a review is open, and again whenever the pool moves. */
export function useFreshLiquidity(open: boolean, owner: Hex | undefined) {
  const opening = useOpening(open);
  const isOpen = opening !== undefined;
  const query = useChainRead({
    queryKey: ['chain', 'liquidity', owner, opening],
    enabled: isOpen && owner !== undefined,
    staleTime: 0,
    gcTime: 0,
    pushes: moving,
    queryFn: async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./liquidity-data.ts')]);
      return data.readFreshLiquidity(contracts, owner ?? '0x');
    },
  });
  return { ...query, fresh: isOpen ? query.data : undefined };
}
