import { formatAmount } from '@openmere/core/money/amount.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { isFinal, useTransactionStore } from '../platform/wallet/transaction-record.ts';

/** What an address holds of a token with 18 decimals: plain decimal, read from the chain; undefined while not known. */
export function useWalletHolding(token: string, address: Hex | undefined): string | undefined {
  const { data, refetch } = useQuery({
    queryKey: ['chain', 'balanceOf', token, address],
    enabled: address !== undefined,
    refetchInterval: 15_000,
    queryFn: async () => {
      const { readTokenBalance } = await import('../platform/wallet/read-token.ts');
      return formatAmount(await readTokenBalance(token as Hex, address ?? '0x'));
    },
  });
  // A payment that is mined shows at once.
  const finished = useTransactionStore((store) => store.records.filter(isFinal).length);
  useEffect(() => {
    if (finished > 0) void refetch();
  }, [finished, refetch]);
  return data;
}
