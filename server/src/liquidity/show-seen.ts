import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { announceRecords } from './announce.ts';
import { findSame } from './match.ts';
import { deleteSeen, insertRecord, listSeen, updateRecord } from './store.ts';
import type { LiquidityRecord, RecordEntry } from './tables.ts';

/**
 * Brings the waiting records to what the chain shows now. `entries` is the whole set that is not final: what is
 * new is added, what moved is moved under the same id, what is missing is forgotten. Owners hear of what came and went.
 */
export async function showSeen(
  ctx: Pick<Ctx, 'tx'>,
  { chainId, entries }: { chainId: number; entries: readonly RecordEntry[] },
): Promise<void> {
  const { tx } = ctx;
  const waiting = new Set(await listSeen(tx, chainId));
  const came: LiquidityRecord[] = [];
  for (const entry of entries) {
    const found = findSame([...waiting], entry);
    if (found) {
      waiting.delete(found);
      const moved = found.block_hash !== entry.block_hash || found.log_index !== entry.log_index;
      if (moved) await updateRecord(tx, found.id, entry);
      continue;
    }
    const blank = { equity: 0n, earns: false, member_id: null };
    const record = { ...entry, id: newId('liq'), status: 'seen' as const, ...blank };
    await insertRecord(tx, record);
    came.push(record);
  }
  await deleteSeen(
    tx,
    [...waiting].map((record) => record.id),
  );
  await announceRecords(tx, came, 'seen');
  await announceRecords(tx, [...waiting], 'orphaned');
}
