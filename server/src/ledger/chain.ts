import type { Db } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';
import type { Ask } from './journal.ts';
import type { Finding } from './tally.ts';

export type Batch = { id: bigint; lane: number; rows: number; previous: bigint; hash: Buffer };
type CheckedBatch = Batch & { actual_rows: bigint; intact: boolean };

/**
 * What is hashed is made by the same SQL functions that posting uses or used: `ledger.rows_hash` (batches of format 2), or
 * `ledger.batch_hash` over `ledger.row_text` (format 1, before migration 0230).
 */
const CHECK_BATCHES = `
  select b.id, b.lane, b.rows, b.previous, b.hash, l.rows as actual_rows, coalesce(l.hash = b.hash, false) as intact
    from ledger.batch b
    left join ledger.batch p on p.id = b.previous
    cross join lateral (select coalesce(p.hash, decode(repeat('00', 32), 'hex')) as hash) as before
    cross join lateral (
      select case b.format
               when 1 then ledger.batch_hash(before.hash, b.id, b.lane, b.previous, b.time,
                                             string_agg(ledger.row_text(j), E'\\n' order by j.id))
               when 2 then ledger.stored_rows_hash(before.hash, b.id, b.lane, b.previous, b.time)
             end as hash, count(*) as rows
        from ledger.journal j where j.id between b.id * 4096 and b.id * 4096 + 4095) l
   where b.id = any($1::bigint[])
   order by b.id`;

/** Recomputes the hashes of these batches and reports those that do not fit their rows. In the order of their ids. */
export async function checkBatches(
  ask: Ask,
  ids: readonly bigint[],
  report: (finding: Finding) => void,
): Promise<Batch[]> {
  const batches = await ask<CheckedBatch>(CHECK_BATCHES, [ids.map(String)]);
  for (const batch of batches) {
    const wrong = (what: string): void => report({ invariant: 'I05', what: `batch ${batch.id}: ${what}` });
    if (!batch.intact) wrong('its hash does not fit its rows');
    if (BigInt(batch.rows) !== batch.actual_rows)
      wrong(`it names ${batch.rows} rows, there are ${batch.actual_rows}`);
  }
  return batches;
}

export type ChainHead = { lane: number; batch: bigint; hash: string };

/** Heads of all lanes: publish them, and nobody can shorten or rewrite the journal unnoticed. Hash as hex. */
export async function readChainHeads(db: Db): Promise<ChainHead[]> {
  return askWith(db)<ChainHead>(
    `select id as lane, batch, encode(hash, 'hex') as hash from ledger.lane where batch > 0 order by id`,
    [],
  );
}
