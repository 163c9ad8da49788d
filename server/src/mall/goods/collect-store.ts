import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';

/** Whether there is such a goods, for sale or not. */
export async function isGoods(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('goods').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Those that one person does at the same time take turns, so that none slips past the most. */
export async function lockCollection(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`collection ${memberId}`}, 0))`.execute(tx);
}

export async function countCollected(db: Db | Tx, memberId: string): Promise<number> {
  const row = await db
    .selectFrom('goods_collect')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function isCollected(db: Db | Tx, memberId: string, goodsId: string): Promise<boolean> {
  const row = await db
    .selectFrom('goods_collect')
    .select('goods_id')
    .where('member_id', '=', memberId)
    .where('goods_id', '=', goodsId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertCollected(tx: Tx, memberId: string, goodsId: string): Promise<void> {
  await tx
    .insertInto('goods_collect')
    .values({ member_id: memberId, goods_id: goodsId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteCollected(tx: Tx, memberId: string, goodsIds: readonly string[]): Promise<void> {
  await sql`delete from goods_collect where member_id = ${memberId} and goods_id = any(${[...goodsIds]}::text[])`.execute(
    tx,
  );
}

export type CollectedGoods = { id: string; at: Date };

/** A member's collection, newest first. Index goods_collect_newest. */
export async function listCollected(
  db: Db | Tx,
  memberId: string,
  { after, limit }: { after: { at: string; id: string } | undefined; limit: number },
): Promise<CollectedGoods[]> {
  const before = after
    ? sql`and (c.collected_at, c.goods_id) < (${after.at}::timestamptz, ${after.id})`
    : sql``;
  const { rows } = await sql<CollectedGoods>`
    select c.goods_id as id, c.collected_at as at from goods_collect c where c.member_id = ${memberId} ${before}
    order by c.collected_at desc, c.goods_id desc limit ${limit}`.execute(db);
  return rows;
}
