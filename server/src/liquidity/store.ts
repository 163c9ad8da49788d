import { sql } from 'kysely';
import type { TakenLog } from '../platform/chain/fork-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { LiquidityEventType } from './events.ts';
import type { Hold, Holding } from './fold.ts';
import type { LiquidityRecord, LogPosition, RecordEntry } from './tables.ts';

type Spot = Pick<LiquidityRecord, 'chain_id' | 'address'>;

/** Records that wait for finality. Locks them. Index: liquidity_record_seen. */
export async function listSeen(tx: Tx, chainId: number): Promise<LiquidityRecord[]> {
  return tx
    .selectFrom('liquidity_record')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('status', '=', 'seen')
    .orderBy('block_number')
    .orderBy('log_index')
    .forUpdate()
    .execute();
}

export async function insertRecord(tx: Tx, record: LiquidityRecord): Promise<void> {
  await tx.insertInto('liquidity_record').values(record).execute();
}

/** Writes where a waiting record stands now, or that it is final. */
export async function updateRecord(
  tx: Tx,
  id: string,
  change: RecordEntry & Partial<Pick<LiquidityRecord, 'status' | 'earns' | 'member_id'>>,
): Promise<void> {
  await tx.updateTable('liquidity_record').set(change).where('id', '=', id).execute();
}

/** Forgets waiting records whose block is gone. */
export async function deleteSeen(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('liquidity_record')
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('status', '=', 'seen')
    .execute();
}

/** All final records of an address in the chain's order. Index: liquidity_record_of_address. */
export async function listFinal(tx: Tx, { chain_id, address }: Spot): Promise<LiquidityRecord[]> {
  return tx
    .selectFrom('liquidity_record')
    .selectAll()
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .where('status', '=', 'final')
    .where('lost', '=', false)
    .orderBy('block_number')
    .orderBy('log_index')
    .execute();
}

export type MarkedRecord = Pick<LiquidityRecord, 'id' | 'address' | 'tx_hash' | 'member_id'> & {
  lost: boolean;
};

/**
 * Marks final records whose logs are gone, and takes the mark from those whose logs came again. @returns those that it was changed of, in
 * the chain's order. Index: liquidity_record_once.
 */
export async function markLost(tx: Tx, chainId: number, taken: readonly TakenLog[]): Promise<MarkedRecord[]> {
  const { rows } = await sql<MarkedRecord>`
    with changed as (update liquidity_record r set lost = o.is_gone
      from unnest(${taken.map(({ txHash }) => txHash)}::text[], ${taken.map(({ logIndex }) => logIndex)}::int4[],
        ${taken.map(({ isGone }) => isGone)}::bool[]) as o(tx_hash, log_index, is_gone)
      where r.chain_id = ${chainId} and r.tx_hash = o.tx_hash and r.log_index = o.log_index and r.status = 'final'
        and r.lost <> o.is_gone
      returning r.*)
    select id, address, tx_hash, member_id, lost from changed order by block_number, log_index`.execute(tx);
  return rows;
}

/**
 * What all final addings of an address cost and all its removals brought, in USDT at the time of each; whether it took shares out as
 * they are, which brought no money. Index: liquidity_record_of_address.
 */
export async function sumTraded(
  db: Db | Tx,
  { chain_id, address }: Spot,
): Promise<{ paidIn: bigint; brought: bigint; inKind: boolean }> {
  const { rows } = await sql<{ paidIn: bigint; brought: bigint; inKind: boolean }>`
    select coalesce(sum(amount) filter (where type in ('add', 'readd') and lp > 0), 0)::numeric(78, 0) as "paidIn",
      coalesce(sum(amount) filter (where type = 'remove'), 0)::numeric(78, 0) as brought,
      coalesce(bool_or(type = 'inkind'), false) as "inKind"
    from liquidity_record where chain_id = ${chain_id} and address = ${address} and status = 'final' and not lost`.execute(
    db,
  );
  return rows[0] ?? { paidIn: 0n, brought: 0n, inKind: false };
}

export type RecordFilter = Spot & {
  type?: LiquidityEventType | undefined;
  id?: string | undefined;
  before?: LogPosition | undefined;
};

/** Records of an address, newest first. Index: liquidity_record_of_address. */
export async function listRecords(
  db: Db | Tx,
  filter: RecordFilter,
  limit: number,
): Promise<LiquidityRecord[]> {
  const { type, id, before } = filter;
  return db
    .selectFrom('liquidity_record')
    .selectAll()
    .where('chain_id', '=', filter.chain_id)
    .where('address', '=', filter.address)
    .where('lost', '=', false)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'add'))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(block_number, log_index) < (${before?.block_number}, ${before?.log_index})`),
    )
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(limit)
    .execute();
}

/** What is kept of an address, and the newest log in it; undefined when it never had anything to do with the desk. */
export async function findHolding(
  db: Db | Tx,
  { chain_id, address }: Spot,
): Promise<{ holding: Holding; logPosition: LogPosition } | undefined> {
  const row = await db
    .selectFrom('liquidity_position')
    .selectAll()
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .executeTakeFirst();
  if (!row) return undefined;
  const holds = await listHolds(db, { chain_id, address });
  const locks = await db
    .selectFrom('liquidity_lock')
    .select(['lp', 'free_at'])
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .orderBy('free_at')
    .execute();
  const position = {
    lp: row.lp,
    paidInUsdt: row.paid_usdt,
    paidInOpen: row.paid_open,
    paidInValue: row.paid_value,
    entryRootE18: row.entry_root_e18,
  };
  const logPosition = { block_number: row.block_number, log_index: row.log_index };
  const { ousd_obtained: ousdObtained, counted } = row;
  const lockList = locks.map(({ lp, free_at: freeAt }) => ({ lp, freeAt: freeAt.getTime() }));
  return { holding: { position, ousdObtained, holds, locks: lockList, counted }, logPosition };
}

async function listHolds(db: Db | Tx, { chain_id, address }: Spot): Promise<Hold[]> {
  return db
    .selectFrom('liquidity_hold')
    .select(['hold_id as id', 'amount', 'release_at as releaseAt'])
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .orderBy('hold_id')
    .execute();
}

/** Keeps what an address has after the log at `logPosition`. The follower is the only writer. */
export async function saveHolding(
  tx: Tx,
  spot: Spot,
  holding: Holding,
  logPosition: LogPosition,
): Promise<void> {
  const { chain_id, address } = spot;
  const { position, ousdObtained, holds, locks, counted } = holding;
  const figures = {
    lp: position.lp,
    paid_usdt: position.paidInUsdt,
    paid_open: position.paidInOpen,
    paid_value: position.paidInValue,
    entry_root_e18: position.entryRootE18,
    ousd_obtained: ousdObtained,
    counted,
    block_number: logPosition.block_number,
    log_index: logPosition.log_index,
  };
  await tx
    .insertInto('liquidity_position')
    .values({ chain_id, address, ...figures })
    .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doUpdateSet(figures))
    .execute();
  await tx
    .deleteFrom('liquidity_hold')
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .execute();
  await tx
    .deleteFrom('liquidity_lock')
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .execute();
  if (locks.length > 0) {
    const kept = locks.map(({ lp, freeAt }) => ({ chain_id, address, free_at: new Date(freeAt), lp }));
    await tx.insertInto('liquidity_lock').values(kept).execute();
  }
  if (holds.length === 0) return;
  const rows = holds.map(({ id, amount, releaseAt }) => ({
    chain_id,
    address,
    hold_id: id,
    amount,
    release_at: releaseAt,
  }));
  await tx.insertInto('liquidity_hold').values(rows).execute();
}

/** Holds of an address whose time is over. */
export type Matured = { address: Hex; ids: bigint[] };

/** By address, the longest matured first; index of the primary key serves the few rows that there are. */
export async function listMatured(
  db: Db,
  query: { chainId: number; now: Date; holds: number; members: number },
): Promise<Matured[]> {
  const { chainId, now, holds, members } = query;
  const { rows } = await sql<Matured>`
    select address, (array_agg(hold_id order by hold_id))[1:${holds}] as ids from liquidity_hold
    where chain_id = ${chainId} and release_at <= ${now}
    group by address order by min(release_at), address limit ${members}`.execute(db);
  return rows.map(({ address, ids }) => ({ address, ids: ids.map(BigInt) }));
}

/** Whether any hold is due by the business clock that the chain has not released yet. */
export async function hasMatured(db: Db, chainId: number): Promise<boolean> {
  const { rows } = await sql`
    select from liquidity_hold where chain_id = ${chainId} and release_at <= business_now() limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** From `at` on, the address holds so much LP, until its next row. */
export type LpHolding = { address: Hex; at: Date; lp: bigint };

/**
 * What each address held at the beginning of a span, and each change of it within, by the desk's final records. Reads all records
 * up to its end; for settlements only.
 */
export async function listLpHoldings(
  db: Db | Tx,
  { from, to }: { from: Date; to: Date },
): Promise<LpHolding[]> {
  const { rows } = await sql<LpHolding>`
    with change as (
      select address, greatest(block_time, ${from}::timestamptz) as at, block_number, log_index,
        case when type in ('add', 'readd') then lp else -lp end as change
      from liquidity_record
      where status = 'final' and not lost and type in ('add', 'readd', 'remove', 'inkind') and block_time < ${to}),
    held as (
      select address, at, block_number, log_index,
        sum(change) over (partition by address order by block_number, log_index) as lp
      from change)
    select distinct on (address, at) address, at, lp from held order by address, at, block_number desc, log_index desc`.execute(
    db,
  );
  return rows;
}
