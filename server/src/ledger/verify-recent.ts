import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { checkBatches } from './chain.ts';
import type { Batch } from './chain.ts';
import { askWith } from './journal.ts';
import type { Ask } from './journal.ts';
import type { Finding } from './tally.ts';

/** Per lane the last batch that was verified, with its hash as hex. Plain JSON, to be kept by the caller. */
export type Checkpoint = { [lane: string]: { batch: string; hash: string } };
/** `accountAfter`: where the next look at accounts begins; 0 when all have had their turn. */
export type Verification = {
  checkpoint: Checkpoint;
  accountAfter: number;
  batches: number;
  findings: Finding[];
};
/** Accounts that are looked at besides those with new rows, in the order of their ids. */
export type AccountShare = { after: number; limit: number };

const BATCHES_PER_READ = 500;
const FINDINGS_MAX = 100;
/** The first run walks whole lanes. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** From a lane's head back to the batch that was verified last. Index: batch_pkey. */
export const WALK_LANE = `
  with recursive walk as (
    select b.id, b.previous from ledger.batch b where b.id = $1
    union all
    select b.id, b.previous from walk w join ledger.batch b on b.id = w.previous where w.previous > $2
  )
  select id, previous from walk where id > $2 order by id`;

/** Each row must go on from the row before it of both its accounts; what does not is listed. Index: journal_pkey. */
const BROKEN_ROWS = `
  select j.id from unnest($1::bigint[]) as w(batch)
    cross join lateral (select r.* from ledger.journal r where r.id between w.batch * 4096 and w.batch * 4096 + 4095 offset 0) j
    left join lateral (select r.* from ledger.journal r where r.id = j.source_previous
                          and j.source in (r.source, r.destination) offset 0) s on true
    left join lateral (select r.* from ledger.journal r where r.id = j.destination_previous
                          and j.destination in (r.source, r.destination) offset 0) d on true
   where (s.id is null) <> (j.source_previous = 0) or (d.id is null) <> (j.destination_previous = 0)
      or j.source_previous >= j.id or j.destination_previous >= j.id
      or coalesce(case when s.source = j.source then s.source_balance else s.destination_balance end, 0) - j.amount
         <> j.source_balance
      or coalesce(case when d.source = j.destination then d.source_balance else d.destination_balance end, 0) + j.amount
         <> j.destination_balance`;

/** Accounts whose balance is not the one after their newest row. Indexes: account_pkey, journal_pkey. */
const brokenOf = (accounts: string): string => `
  select a.name, a.asset from (${accounts}) a
    left join lateral (select j.* from ledger.journal j where j.id = a.last_row and a.id in (j.source, j.destination) offset 0) j on true
   where a.balance <> coalesce(case when j.source = a.id then j.source_balance else j.destination_balance end, 0)
      or (j.id is null) <> (a.last_row = 0)`;
const SHARE = 'select * from ledger.account where id > $1 order by id limit $2';
const BROKEN_OF_SHARE = brokenOf(SHARE);
const BROKEN_OF_BATCHES = brokenOf(`select * from ledger.account where id = any(array(
  select distinct unnest(array[j.source, j.destination]) from unnest($1::bigint[]) as w(batch)
    join ledger.journal j on j.id between w.batch * 4096 and w.batch * 4096 + 4095))`);

const EVERY_ACCOUNT: AccountShare = { after: 0, limit: 2_147_483_647 };

/**
 * Verifies what was posted since a checkpoint (I02, I03, I05), for a schedule: costs as much as there is new, and a look at
 * each account of the share. An empty checkpoint begins at the beginning. Together with a full `reconcileLedger` now and then.
 */
export async function verifyRecent(
  db: Db,
  since: Checkpoint,
  share: AccountShare = EVERY_ACCOUNT,
): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql.raw(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`).execute(tx);
      const ask = askWith(tx);
      const findings: Finding[] = [];
      const report = (finding: Finding): void => {
        if (findings.length < FINDINGS_MAX) findings.push(finding);
      };
      const lanes = await ask<{ id: number; batch: bigint; hash: Buffer }>(
        'select id, batch, hash from ledger.lane',
        [],
      );
      const checkpoint: Checkpoint = {};
      let batches = 0;
      for (const lane of lanes.filter(({ batch }) => batch > 0n)) {
        batches += await verifyLane(ask, lane, since[lane.id], report);
        checkpoint[lane.id] = { batch: String(lane.batch), hash: lane.hash.toString('hex') };
      }
      for (const lane of Object.keys(since).filter((known) => !checkpoint[known])) {
        report({ invariant: 'I05', what: `lane ${lane}: it was emptied` });
      }
      await verifyAccounts(ask, BROKEN_OF_SHARE, [share.after, share.limit], report);
      const [last] = await ask<{ id: number; count: bigint }>(
        `select max(id) as id, count(*) as count from (${SHARE}) a`,
        [share.after, share.limit],
      );
      const accountAfter = last && last.count === BigInt(share.limit) ? last.id : 0;
      return { checkpoint, accountAfter, batches, findings };
    });
}

async function verifyAccounts(
  ask: Ask,
  query: string,
  values: readonly unknown[],
  report: (finding: Finding) => void,
): Promise<void> {
  for (const { name, asset } of await ask<{ name: string; asset: string }>(query, values)) {
    report({ invariant: 'I02', what: `${name} ${asset}: its balance is not the one after its newest row` });
  }
}

async function verifyLane(
  ask: Ask,
  lane: { id: number; batch: bigint; hash: Buffer },
  since: Checkpoint[string] | undefined,
  report: (finding: Finding) => void,
): Promise<number> {
  const wrong = (what: string): void => report({ invariant: 'I05', what: `lane ${lane.id}: ${what}` });
  const from = BigInt(since?.batch ?? 0);
  const walked = await ask<{ id: bigint; previous: bigint }>(WALK_LANE, [String(lane.batch), String(from)]);
  const ids = walked.map(({ id }) => id);
  if ((walked[0]?.previous ?? lane.batch) !== from)
    wrong('it does not lead back to what was verified before');
  let head: Batch | undefined;
  for (let at = 0; at < ids.length; at += BATCHES_PER_READ) {
    const part = ids.slice(at, at + BATCHES_PER_READ);
    head = (await checkBatches(ask, part, report)).at(-1);
    for (const { id } of await ask<{ id: bigint }>(BROKEN_ROWS, [part.map(String)])) {
      report({ invariant: 'I02', what: `row ${id}: it does not go on from the rows before it` });
    }
    await verifyAccounts(ask, BROKEN_OF_BATCHES, [part.map(String)], report);
  }
  const headHash = head?.hash.toString('hex') ?? since?.hash;
  if (headHash !== lane.hash.toString('hex')) wrong('its head is not its last batch');
  if (since && !(await isUnchanged(ask, since))) wrong('what was verified before has changed');
  return ids.length;
}

async function isUnchanged(ask: Ask, since: Checkpoint[string]): Promise<boolean> {
  const rows = await ask<{ hash: Buffer }>('select hash from ledger.batch where id = $1', [since.batch]);
  return rows[0]?.hash.toString('hex') === since.hash;
}
