import type { Locale } from '@openmere/core/kit/language.ts';
import { languageOrder } from '@openmere/core/kit/texts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { Comment } from '../goods/comment-store.ts';

export type ShopComment = Comment & { goodsId: string; goodsName: string; picurl: string };

type Ask = {
  shopId: string;
  id?: string | undefined;
  isUnanswered?: boolean;
  before?: string | undefined;
  limit: number;
};

/** Comments on goods of a shop that nobody hid, newest first. Indexes goods_comment_of_shop, goods_comment_unanswered. */
export async function listShopComments(db: Db | Tx, ask: Ask, locale: Locale): Promise<ShopComment[]> {
  const { shopId, id, isUnanswered = false, before, limit } = ask;
  const { rows } = await sql<ShopComment>`
    select c.id, c.member_id as "memberId", c.created_at as at, c.stars, c.body, c.pictures, c.sku_name as "skuName", c.answer,
      c.answered_at as "answeredAt", c.goods_id as "goodsId",
      coalesce((select g.pictures[1] from goods g where g.id = c.goods_id), '') as picurl,
      coalesce((select t.name from goods_text t where t.goods_id = c.goods_id
        order by array_position(${[...languageOrder(locale)]}::text[], t.locale) limit 1), '') as "goodsName"
    from goods_comment c where c.shop_id = ${shopId} and c.hidden_reason is null
      ${isUnanswered ? sql`and c.answer is null` : sql``}
      ${id === undefined ? sql`` : sql`and c.id = ${id}`}
      ${before === undefined ? sql`` : sql`and c.id < ${before}`}
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Comments that wait for the shop's answer, counted to the limit. Index: goods_comment_unanswered. */
export async function countUnanswered(
  db: Db | Tx,
  { shopId, limit }: { shopId: string; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from goods_comment
      where shop_id = ${shopId} and hidden_reason is null and answer is null limit ${limit}) unanswered`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Once: false when it has an answer already. */
export async function putAnswer(tx: Tx, id: string, answer: { text: string; at: Date }): Promise<boolean> {
  const { rows } = await sql`update goods_comment set answer = ${answer.text}, answered_at = ${answer.at}
    where id = ${id} and answer is null returning id`.execute(tx);
  return rows.length > 0;
}
