import type { Locale } from '@openmere/core/kit/language.ts';
import { languageOrder } from '@openmere/core/kit/texts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { HiddenBy, Hiding } from './console-goods-store.ts';
import './tables.ts';

export type CommentOfConsole = HiddenBy & {
  id: string;
  at: Date;
  goodsId: string;
  goodsName: string;
  memberId: string;
  stars: number;
  body: string;
  pictures: string[];
  answer: string | null;
};

export type CommentFilter = {
  id?: string | undefined;
  goodsId?: string | undefined;
  isHidden?: boolean;
  before?: string | undefined;
  limit: number;
};

/** Comments, hidden or not, newest first. Indexes goods_comment_pkey, goods_comment_of_goods, goods_comment_hidden. */
export async function listForConsole(
  db: Db | Tx,
  filter: CommentFilter,
  locale: Locale,
): Promise<CommentOfConsole[]> {
  const { id, goodsId, isHidden = false, before, limit } = filter;
  const { rows } = await sql<CommentOfConsole>`
    select c.id, c.created_at as at, c.goods_id as "goodsId", c.member_id as "memberId", c.stars, c.body, c.pictures, c.answer,
      c.hidden_reason as "hiddenReason", c.hidden_by as "hiddenBy", c.hidden_at as "hiddenAt",
      coalesce((select t.name from goods_text t where t.goods_id = c.goods_id
        order by array_position(${[...languageOrder(locale)]}::text[], t.locale) limit 1), '') as "goodsName"
    from goods_comment c where true
      ${id === undefined ? sql`` : sql`and c.id = ${id}`}
      ${goodsId === undefined ? sql`` : sql`and c.goods_id = ${goodsId}`}
      ${isHidden ? sql`and c.hidden_reason is not null` : sql``}
      ${before === undefined ? sql`` : sql`and c.id < ${before}`}
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Whether it is hidden, and nobody else changes that until the transaction ends. */
export async function lockComment(tx: Tx, id: string): Promise<{ isHidden: boolean } | undefined> {
  const { rows } = await sql<{ isHidden: boolean }>`
    select hidden_reason is not null as "isHidden" from goods_comment where id = ${id} for no key update`.execute(
    tx,
  );
  return rows[0];
}

/** Hides a comment or shows it again, and takes its stars out of those of its goods, or counts them again. */
export async function setCommentHidden(tx: Tx, id: string, hiding: Hiding): Promise<void> {
  const by = hiding ? -1 : 1;
  await sql`
    with changed as (update goods_comment set hidden_reason = ${hiding?.reason ?? null}, hidden_by = ${hiding?.by ?? null},
      hidden_at = ${hiding?.at ?? null} where id = ${id} returning goods_id, stars)
    update goods g set comments = g.comments + ${by}::int, stars = g.stars + ${by}::int * changed.stars
    from changed where g.id = changed.goods_id`.execute(tx);
}
