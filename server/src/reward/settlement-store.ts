import type { SettledPool } from '@openmere/core/reward/kinds.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Settlement, SettlementSum } from './tables.ts';

/** Of one statement of a settlement, and of the time between two. */
const LIMIT = '120s';

type Of = { pool: SettledPool; period: number };

/** Locked until the transaction ends: a second settler waits, and then finds the step done. */
export async function lockSettlement(tx: Tx, { pool, period }: Of): Promise<Settlement | undefined> {
  return tx
    .selectFrom('reward_settlement')
    .selectAll()
    .where('pool', '=', pool)
    .where('period', '=', period)
    .forUpdate()
    .executeTakeFirst();
}

/** A batch of a settlement, locked until the transaction ends. @returns up to which serial all are credited. */
export async function lockBatch(tx: Tx, { pool, period }: Of, from: bigint): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reward batch ${pool} ${period} ${from}`}, 0))`.execute(
    tx,
  );
  // By itself, so that it reads what was done while this waited.
  const { rows } = await sql<{ credited: bigint }>`
    select coalesce(credited_serial, 0) as credited from reward_settlement where pool = ${pool} and period = ${period}`.execute(
    tx,
  );
  return rows[0]?.credited ?? 0n;
}

/** Reads a whole community and writes a reward for each: a million take longer than any request may. */
export async function liftLimits(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${LIMIT}, true), set_config('idle_in_transaction_session_timeout', ${LIMIT}, true)`.execute(
    tx,
  );
}

/** From here on the transaction only reads: it keeps nobody waiting, and no old versions of rows. */
export async function onlyRead(tx: Tx): Promise<void> {
  await sql`set transaction read only`.execute(tx);
}

/**
 * For a part of a step that counts only with the step's own transaction: nobody waits until it is on the disk. What is committed later
 * brings everything before it along; a power loss takes the part back whole.
 */
export async function commitLater(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/** @returns whether it was not there yet. */
export async function openSettlement(tx: Tx, of: Of & { days: number; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into reward_settlement (pool, period, days, step, opened_at)
    values (${of.pool}, ${of.period}, ${of.days}, 'opened', ${of.now})
    on conflict (pool, period) do nothing returning period`.execute(tx);
  return rows.length > 0;
}

/** @returns the settlement, and nobody else decides or writes it before the transaction ends, which writes nothing itself. */
export async function lockDecision(tx: Tx, { pool, period }: Of): Promise<Settlement | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reward settlement ${pool} ${period}`}, 0))`.execute(
    tx,
  );
  // By itself, so that it reads what was done while this waited.
  return tx
    .selectFrom('reward_settlement')
    .selectAll()
    .where('pool', '=', pool)
    .where('period', '=', period)
    .executeTakeFirst();
}

/** Notes what a settlement has written. Throws where somebody else wrote after `after`. @returns up to which serial it is written now. */
export async function savePart(
  tx: Tx,
  { pool, period }: Of,
  { after, part }: { after: bigint | null; part: { first: bigint; last: bigint } },
): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    update reward_settlement set first_serial = coalesce(first_serial, ${part.first}), last_serial = ${part.last}
    where pool = ${pool} and period = ${period} and step = 'opened' and last_serial is not distinct from ${after}::bigint
    returning last_serial as last`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`another settler writes ${pool} ${period}`);
  return row.last;
}

/** Removes the last rewards of a settlement that nobody is done writing. @returns whether that were all. */
export async function removePart(tx: Tx, { pool, period }: Of, max: number): Promise<boolean> {
  const settlement = await lockSettlement(tx, { pool, period });
  if (settlement?.step !== 'opened' || settlement.first_serial === null || settlement.last_serial === null)
    return true;
  const { first_serial: first, last_serial: last } = settlement;
  const until = last - BigInt(max);
  await sql`delete from reward where serial > ${until} and serial between ${first} and ${last} and pool = ${pool} and period = ${period}`.execute(
    tx,
  );
  const isLast = until < first;
  await sql`update reward_settlement set first_serial = ${isLast ? null : first}, last_serial = ${isLast ? null : until}
    where pool = ${pool} and period = ${period}`.execute(tx);
  return isLast;
}

export async function saveWritten(tx: Tx, { pool, period }: Of): Promise<void> {
  await tx
    .updateTable('reward_settlement')
    .set({ step: 'written' })
    .where('pool', '=', pool)
    .where('period', '=', period)
    .execute();
}

export async function saveCredited(tx: Tx, { pool, period }: Of, serial: bigint): Promise<void> {
  await tx
    .updateTable('reward_settlement')
    .set({ credited_serial: serial })
    .where('pool', '=', pool)
    .where('period', '=', period)
    .execute();
}

export async function saveSettled(tx: Tx, { pool, period }: Of, now: Date): Promise<void> {
  await tx
    .updateTable('reward_settlement')
    .set({ step: 'settled', settled_at: now })
    .where('pool', '=', pool)
    .where('period', '=', period)
    .execute();
}

export async function insertSums(tx: Tx, sums: readonly SettlementSum[]): Promise<void> {
  if (sums.length > 0) await tx.insertInto('reward_settlement_sum').values(sums).execute();
}

export async function listSums(db: Db | Tx, { pool, period }: Of): Promise<SettlementSum[]> {
  return db
    .selectFrom('reward_settlement_sum')
    .selectAll()
    .where('pool', '=', pool)
    .where('period', '=', period)
    .orderBy('coin_id')
    .execute();
}

/** The last period of a pool that was begun, and whether it is done. */
export async function findLast(db: Db | Tx, pool: SettledPool): Promise<Settlement | undefined> {
  return db
    .selectFrom('reward_settlement')
    .selectAll()
    .where('pool', '=', pool)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last period of a pool that is done. */
export async function findLastSettled(db: Db | Tx, pool: SettledPool): Promise<Settlement | undefined> {
  return db
    .selectFrom('reward_settlement')
    .selectAll()
    .where('pool', '=', pool)
    .where('step', '=', 'settled')
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Newest first; for the console. */
export async function listSettlements(
  db: Db | Tx,
  filter: { pool?: SettledPool | undefined; before?: { period: number; pool: string } | undefined },
  limit: number,
): Promise<Settlement[]> {
  const { pool, before } = filter;
  const none = sql``;
  const { rows } = await sql<Settlement>`select * from reward_settlement where true
    ${pool === undefined ? none : sql`and pool = ${pool}`}
    ${before === undefined ? none : sql`and (period, pool) < (${before.period}, ${before.pool})`}
    order by period desc, pool desc limit ${limit}`.execute(db);
  return rows;
}

/** Runs that were begun and are not done. Index reward_settlement_open. */
export async function countOpen(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reward_settlement where step <> 'settled'`.execute(db);
  return rows[0]?.count ?? 0;
}
