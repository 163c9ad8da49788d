import type { Ctx } from '../platform/context.ts';
import { announceRecords } from './announce.ts';
import type { MintingEntry } from './events.ts';
import { deleteSeenRecords, listSeenRecords, upsertRecords } from './record-store.ts';
import type { MintingRecord } from './tables.ts';

/** Brings the records that can still change to what the chain shows now: the set is complete, so what is missing is gone. */
export async function showSeen(
  ctx: Pick<Ctx, 'tx'>,
  { chainId, entries }: { chainId: number; entries: readonly MintingEntry[] },
): Promise<void> {
  const { tx } = ctx;
  const before = await listSeenRecords(tx, chainId);
  const blocks = new Map(before.map(({ id, block_hash: hash }) => [id, hash]));
  const now = new Set(entries.map(({ id }) => id));
  const gone = before.filter(({ id }) => !now.has(id));
  const changed = entries
    .filter(({ id, block_hash: hash }) => blocks.get(id) !== hash)
    .map((entry): MintingRecord => ({ ...entry, status: 'seen', member_id: null }));
  await deleteSeenRecords(
    tx,
    gone.map(({ id }) => id),
  );
  await upsertRecords(tx, changed);
  // A transaction that moved to another block has another place, and so another id: it is not gone.
  const moved = new Set<string>(changed.map(({ tx_hash: hash }) => hash));
  await announceRecords(
    tx,
    gone.filter(({ tx_hash: hash }) => !moved.has(hash)),
    'orphaned',
  );
  await announceRecords(tx, changed, 'seen');
}
