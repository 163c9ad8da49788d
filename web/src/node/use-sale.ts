import type { NodeType } from '@openmere/core/node/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';

/** Windows open and close by the chain's clock. */
const AGAIN_MS = 10_000;
const moving = ['node.sales', 'node.medal'] as const;

/** The sale of one kind and what one's wallet may, from the chain itself, kept true while it is shown. */
export function useSale(type: NodeType, owner: Hex | undefined) {
  return useChainRead({
    queryKey: ['chain', 'node', type, owner],
    queryFn: async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./node-data.ts')]);
      return data.readSale(contracts, type, owner);
    },
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    pushes: moving,
  });
}

/** The medal of a transaction that is mined; undefined until its receipt was read. */
export function useTokenId(hash: Hex | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['chain', 'medal', hash],
    enabled: hash !== undefined,
    queryFn: async () => {
      const { readTokenId } = await import('./node-data.ts');
      return (hash === undefined ? undefined : await readTokenId(hash)) ?? null;
    },
  });
  return data ?? undefined;
}
