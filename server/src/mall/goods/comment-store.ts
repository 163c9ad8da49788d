import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { GoodsCommentTable } from './tables.ts';

export type Comment = {
  id: string;
  memberId: string;
  at: Date;
  stars: number;
  body: string;
  pictures: string[];
  skuName: string;
  answer: string | null;
  answeredAt: Date | null;
};

export type NewComment = Pick<
  GoodsCommentTable,
  'id' | 'goods_id' | 'member_id' | 'line_id' | 'sku_name' | 'stars' | 'body' | 'pictures'
>;

/** Keeps a comment and counts its stars. */
export async function insertComment(tx: Tx, comment: NewComment): Promise<Comment | undefined> {
  await tx
    .insertInto('goods_comment')
    .values((query) => ({
      ...comment,
      shop_id: query.selectFrom('goods').select('shop_id').where('id', '=', comment.goods_id),
    }))
    .execute();
  await sql`update goods set comments = comments + 1, stars = stars + ${comment.stars}::int
    where id = ${comment.goods_id}`.execute(tx);
  const [row] = await listComments(tx, comment.goods_id, { id: comment.id, limit: 1 });
  return row;
}

/** Comments on a goods that nobody hid, newest first; one of them by its id. Index goods_comment_shown. */
export async function listComments(
  db: Db | Tx,
  goodsId: string,
  { before, id, limit }: { before?: string | undefined; id?: string; limit: number },
): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    select id, member_id as "memberId", created_at as at, stars, body, pictures, sku_name as "skuName", answer,
      answered_at as "answeredAt"
    from goods_comment where goods_id = ${goodsId} and hidden_reason is null
      ${before === undefined ? sql`` : sql`and id < ${before}`} ${id === undefined ? sql`` : sql`and id = ${id}`}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** What one member wrote about goods, hidden or not, newest first, for the file of their own data. Index goods_comment_of_member. */
export async function listCommentsOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  const { rows } = await sql<object>`
    select id, goods_id as goodsid, created_at as time, stars, body as text, pictures, sku_name as skuname, answer,
      answered_at as answered, hidden_reason as hidden
    from goods_comment where member_id = ${memberId} order by id desc limit 5000`.execute(db);
  return rows;
}
