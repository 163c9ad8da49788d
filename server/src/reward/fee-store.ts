import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Fee } from './tables.ts';

/** Writes fee events; one that is in an earlier settlement stays there, and is left out. */
export async function insertFees(tx: Tx, fees: readonly Fee[]): Promise<void> {
  if (fees.length === 0) return;
  await sql`insert into reward_fee (source, reference, day, payer, coin_id, fee, part, at)
    select * from unnest(${fees.map((one) => one.source)}::text[], ${fees.map((one) => one.reference)}::text[],
      ${fees.map((one) => one.day)}::int4[], ${fees.map((one) => one.payer)}::text[], ${fees.map((one) => one.coin_id)}::text[],
      ${fees.map((one) => one.fee.toString())}::numeric[], ${fees.map((one) => one.part.toString())}::numeric[],
      ${fees.map((one) => one.at)}::timestamptz[])
    on conflict (source, reference) do nothing`.execute(tx);
}

/** `trade_fee`: the community fee of trades; `part`: what of all fees went to the referral pool. */
export type PaidFee = { payer: string; coin_id: string; trade_fee: bigint; part: bigint };

/** What each payer paid on a day, by coin, in the order of payers. Index: reward_fee_of_day. */
export async function sumFees(db: Db | Tx, day: number): Promise<PaidFee[]> {
  const { rows } = await sql<PaidFee>`
    select payer, coin_id, coalesce(sum(fee) filter (where source = 'swap'), 0) as trade_fee, sum(part) as part from reward_fee where day = ${day}
    group by payer, coin_id order by payer, coin_id`.execute(db);
  return rows;
}

type FeesOf = { day: number; payer: string; coinId: string };

/** How many fee events of one payer there are on a day. Index: reward_fee_of_day. */
export async function countFeesOf(db: Db | Tx, { day, payer, coinId }: FeesOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reward_fee
    where day = ${day} and payer = ${payer} and coin_id = ${coinId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Fee events of one payer on a day, oldest first. */
export async function listFeesOf(db: Db | Tx, of: FeesOf, limit: number): Promise<Fee[]> {
  return db
    .selectFrom('reward_fee')
    .selectAll()
    .where('day', '=', of.day)
    .where('payer', '=', of.payer)
    .where('coin_id', '=', of.coinId)
    .orderBy('at')
    .orderBy('reference')
    .limit(limit)
    .execute();
}

/** Up to which row the journal of an account was read by the settlement of an earlier day; 0 before the first. */
export async function findFeeCursor(
  db: Db | Tx,
  { account, coinId, day }: { account: string; coinId: string; day: number },
): Promise<bigint> {
  const row = await db
    .selectFrom('reward_fee_cursor')
    .select('row_id')
    .where('account', '=', account)
    .where('coin_id', '=', coinId)
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.row_id ?? 0n;
}

export async function insertFeeCursor(
  tx: Tx,
  cursor: { account: string; coin_id: string; day: number; row_id: bigint },
): Promise<void> {
  await tx.insertInto('reward_fee_cursor').values(cursor).execute();
}
