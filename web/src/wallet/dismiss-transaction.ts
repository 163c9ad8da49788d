import { clearTransaction, isFinal, useTransactionStore } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';

/**
 * Takes a record out of sight, and what ended before it of the kinds that its screen shows: an old failure in its place would be
 * taken for news.
 */
export function dismissTransaction(
  { id, kind, from, startedAt }: TransactionRecord,
  shown: readonly string[] = [kind],
): void {
  const older = useTransactionStore
    .getState()
    .records.filter((one) => shown.includes(one.kind) && one.from === from && one.startedAt < startedAt);
  for (const one of older.filter(isFinal)) clearTransaction(one.id);
  clearTransaction(id);
}
