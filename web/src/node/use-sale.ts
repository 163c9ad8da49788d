import type { NodeType } from '@openmere/core/node/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onPush } from '../platform/live.ts';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { isFinal, useTransactionStore } from '../platform/wallet/transaction-record.ts';

/** Windows open and close by the chain's clock. */
const AGAIN_MS = 10_000;

/** The sale of one kind and what one's wallet may, from the chain itself, kept true while it is shown. */
export function useSale(type: NodeType, owner: Hex | undefined) {
  const query = useQuery({
    queryKey: ['chain', 'node', type, owner],
    queryFn: async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./node-data.ts')]);
      return data.readSale(contracts, type, owner);
    },
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });
  const { refetch } = query;
  const finished = useTransactionStore((store) => store.records.filter(isFinal).length);
  useEffect(() => {
    if (finished > 0) void refetch();
  }, [finished, refetch]);
  useEffect(() => onPush(['node.sales', 'node.medal'], () => void refetch()), [refetch]);
  return query;
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
