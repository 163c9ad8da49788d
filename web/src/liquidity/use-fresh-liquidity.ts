import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';
import { REVIEW_AGAIN_MS, useOpening } from '../platform/wallet/use-opening.ts';

const moving = ['trade'] as const;

/** Reads the chain while a review is open, now and then and whenever the pool moves. What cannot be read again is no figure to sign by. */
export function useFreshLiquidity(open: boolean, owner: Hex | undefined) {
  const opening = useOpening(open);
  const isOpen = opening !== undefined;
  const query = useChainRead({
    queryKey: ['chain', 'liquidity', owner, opening],
    enabled: isOpen && owner !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REVIEW_AGAIN_MS,
    pushes: moving,
    queryFn: async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./liquidity-data.ts')]);
      return data.readFreshLiquidity(contracts, owner ?? '0x');
    },
  });
  return { ...query, fresh: isOpen && !query.isError ? query.data : undefined };
}
