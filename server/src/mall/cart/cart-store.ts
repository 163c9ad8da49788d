import type { ColumnType, Generated, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';

type CartLineTable = {
  id: ColumnType<string, string, never>;
  member_id: string | null;
  guest: string | null;
  goods_id: ColumnType<string, string, never>;
  sku_id: ColumnType<string, string, never>;
  quantity: number;
  price_added: bigint;
  added_at: Generated<Date>;
};
export type CartLine = Selectable<CartLineTable>;

declare module '../../platform/db/schema.ts' {
  interface Schema {
    cart_line: CartLineTable;
  }
}

/** Whose cart: a member's, or that of a browser without a login. */
export type CartOwner = { readonly memberId: string } | { readonly guest: string };

const columnOf = (owner: CartOwner) => ('memberId' in owner ? 'member_id' : 'guest');
const keyOf = (owner: CartOwner) => ('memberId' in owner ? owner.memberId : owner.guest);

/** Carts of one owner are changed by one at a time, until the transaction ends. */
export async function lockCart(tx: Tx, owner: CartOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cart ${keyOf(owner)}`}, 0))`.execute(tx);
}

/** All lines, the newest first. Indexes: cart_line_of_member, cart_line_of_guest. */
export async function listCart(db: Db | Tx, owner: CartOwner): Promise<CartLine[]> {
  return db
    .selectFrom('cart_line')
    .selectAll()
    .where(columnOf(owner), '=', keyOf(owner))
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertCartLine(
  tx: Tx,
  owner: CartOwner,
  line: Pick<CartLine, 'id' | 'goods_id' | 'sku_id' | 'quantity' | 'price_added'>,
): Promise<void> {
  const whose = { member_id: null, guest: null, [columnOf(owner)]: keyOf(owner) };
  await tx
    .insertInto('cart_line')
    .values({ ...line, ...whose })
    .execute();
}

export async function setCartLine(
  tx: Tx,
  id: string,
  change: Partial<Pick<CartLine, 'quantity' | 'price_added'>>,
): Promise<void> {
  await tx.updateTable('cart_line').set(change).where('id', '=', id).execute();
}

/** Takes lines out of this owner's cart; others' stay. */
export async function dropCartLines(tx: Tx, owner: CartOwner, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('cart_line')
    .where(columnOf(owner), '=', keyOf(owner))
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** A guest's line becomes a member's. */
export async function giveCartLine(tx: Tx, id: string, memberId: string, quantity: number): Promise<void> {
  await tx
    .updateTable('cart_line')
    .set({ member_id: memberId, guest: null, quantity })
    .where('id', '=', id)
    .execute();
}

/** The variant of goods that offer one only: goods id → variant. */
export async function findOnlySkus(db: Db | Tx, goodsIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ goods_id: string; id: string }>`
    select goods_id, min(id) as id from goods_sku
    where goods_id = any(${[...goodsIds]}::text[]) and state = 'forsale'
    group by goods_id having count(*) = 1`.execute(db);
  return new Map(rows.map(({ goods_id, id }) => [goods_id, id]));
}

/** What guests left behind longer ago than their cookies live. Index: cart_line_forgotten. */
export const endedOfCarts = (batch: number) => [
  sql`delete from cart_line where id in (select id from cart_line
    where guest is not null and added_at < now() - interval '31 days' limit ${batch})`,
];

/** The whole cart of a member goes. */
export async function forgetCart(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('cart_line').where('member_id', '=', memberId).execute();
}
