import { baseUnits } from '../platform/money-text.ts';
import { useChainBalances } from '../wallet/use-chain-balances.ts';

/** OUSD in one's own wallet, base units; undefined while not known. OUSD lives on chain only. */
export function useOwnOusd(owner: string | undefined): bigint | undefined {
  const row = useChainBalances(owner).data?.find((one) => one.coin === 'OUSD');
  return row && baseUnits(row.amount);
}
