import type { LiquidityRecord, RecordEntry } from './tables.ts';

/**
 * The waiting record that an entry is: the first one of the same transaction, kind and address. A transaction that moves to
 * another block in a reorganisation gets other log indexes and may get other figures, but its logs keep their order; so
 * both `candidates` and the entries that are asked for, one after another, stand in the order of the chain.
 */
export function findSame(
  candidates: readonly LiquidityRecord[],
  entry: RecordEntry,
): LiquidityRecord | undefined {
  return candidates.find(
    (record) =>
      record.tx_hash === entry.tx_hash && record.type === entry.type && record.address === entry.address,
  );
}
