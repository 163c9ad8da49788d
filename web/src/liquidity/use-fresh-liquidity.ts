import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onPush } from '../platform/live.ts';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';

/** Reads the chain while a review is open, and again whenever the pool moves. */
export function useFreshLiquidity(open: boolean, owner: Hex | undefined) {
  const query = useQuery({
    queryKey: ['chain', 'liquidity', owner],
    enabled: open && owner !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./liquidity-data.ts')]);
      return data.readFreshLiquidity(contracts, owner ?? '0x');
    },
  });
  const { refetch } = query;
  useEffect(() => (open ? onPush('trade', () => void refetch()) : undefined), [open, refetch]);
  return { ...query, fresh: open ? query.data : undefined };
}
