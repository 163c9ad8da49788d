import type { OutputOf } from '@openmere/core/calls.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { coins } from '@openmere/core/money/coin.ts';
import { useAsOf } from '../parts/use-as-of.ts';
import { baseUnits } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';

export type BalanceRow = OutputOf<'Users/Balance'>;

/** Coins that are redeemed one to one for USDT; only these are added up. */
const fixedAtOne = ['USDT', 'USDO', 'POY'];

/** The member's ledger balances, one row per ledger coin in the house's order, and "as of" when they are not live; undefined while not known. */
export function useBalances() {
  const query = useCall('Users/Balance', {});
  const found = query.data?.list;
  const rows = found && coins.filter((coin) => coin.lives !== 'chain').map((coin) => rowOf(found, coin.id));
  const asOf = useAsOf(query.dataUpdatedAt, query.isError);
  return { query, rows, total: rows && totalOf(rows), asOf };
}

function rowOf(rows: readonly BalanceRow[], coinid: string): BalanceRow {
  const zero = { coinid, balance: '0', lockbalance: '0', available: '0' };
  return rows.find((row) => row.coinid === coinid) ?? zero;
}

/** Sum in USDT of the coins with a fixed value; plain decimal. */
export function totalOf(rows: readonly BalanceRow[]): string {
  const fixed = rows.filter((row) => fixedAtOne.includes(row.coinid));
  return formatAmount(fixed.reduce((sum, row) => sum + baseUnits(row.balance), 0n));
}
