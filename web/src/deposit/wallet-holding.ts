import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';

/** What an address holds of a token with 18 decimals: plain decimal, read from the chain; undefined while not known. */
export function useWalletHolding(token: string, address: Hex | undefined): string | undefined {
  return useChainRead({
    queryKey: ['chain', 'balanceOf', token, address],
    enabled: address !== undefined,
    refetchInterval: 15_000,
    queryFn: async () => {
      const { readTokenBalance } = await import('../platform/wallet/read-token.ts');
      return formatAmount(await readTokenBalance(token as Hex, address ?? '0x'));
    },
  }).data;
}
