import type { LiquidityRecord, RecordEntry } from './tables.ts';

/**
 * The waiting record that an entry is: the one at its place, else one of the same transaction, kind and address, because a
 * transaction that moves to another block in a reorganisation gets other log indexes (and may get other figures). Of several,
 * the oldest: they keep their order within the transaction.
 */
export function findSame(
  candidates: readonly LiquidityRecord[],
  entry: RecordEntry,
): LiquidityRecord | undefined {
  const same = candidates.filter(
    (record) =>
      record.tx_hash === entry.tx_hash && record.type === entry.type && record.address === entry.address,
  );
  return same.find((record) => record.log_index === entry.log_index) ?? same[0];
}
