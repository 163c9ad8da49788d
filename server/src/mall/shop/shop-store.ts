import type { ShopKind } from '@openmere/core/mall/shop.ts';
import { skeletonOf } from '@openmere/core/member/nickname.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { pageBy } from '../../platform/db/page-by.ts';
import { newId } from '../../platform/ids.ts';
import type { ShopRow } from './tables.ts';

export type NewShop = {
  memberId: string;
  name: string;
  /** Address of a picture of Ctrls/Upload, or empty. */
  logo: string;
  kind: ShopKind;
  about: string;
};

/**
 * Makes the shop of a member. @returns undefined when the member has one, or when the name, or one that looks like it, is
 * another shop's.
 */
export async function createShop(tx: Tx, shop: NewShop): Promise<ShopRow | undefined> {
  const { memberId, name, logo, kind, about } = shop;
  return tx
    .insertInto('shop')
    .values({ id: newId('shp'), member_id: memberId, name, name_key: skeletonOf(name), logo, kind, about })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The shop that a member owns, in whatever state. */
export async function findShopOfMember(db: Db | Tx, memberId: string): Promise<ShopRow | undefined> {
  return db.selectFrom('shop').selectAll().where('member_id', '=', memberId).executeTakeFirst();
}

/** Ids of the shops that these members own, in whatever state. Index shop_member_id_key. */
export async function listShopIds(db: Db | Tx, memberIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('shop')
    .select('id')
    .where('member_id', 'in', memberIds)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Shops by their ids; what is no shop is left out. */
export async function findShops(db: Db | Tx, ids: readonly string[]): Promise<Map<string, ShopRow>> {
  const rows = await db
    .selectFrom('shop')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a shop has this name, or one that looks like it. */
export async function isShopNamed(db: Db | Tx, nameKey: string): Promise<boolean> {
  const found = await db.selectFrom('shop').select('id').where('name_key', '=', nameKey).executeTakeFirst();
  return found !== undefined;
}

/** Nobody else changes it until the transaction ends. */
export async function lockShop(tx: Tx, id: string): Promise<ShopRow | undefined> {
  return tx.selectFrom('shop').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function setShopState(
  tx: Tx,
  id: string,
  change: Pick<ShopRow, 'state' | 'reason'>,
): Promise<void> {
  await tx.updateTable('shop').set(change).where('id', '=', id).execute();
}

/** Newest first; with a search those whose name begins so. Indexes shop_newest, shop_by_name. */
export async function listShops(
  db: Db | Tx,
  query: { search: string | undefined; before: string | undefined; limit: number },
): Promise<ShopRow[]> {
  const start = query.search === undefined ? '' : skeletonOf(query.search);
  return db
    .selectFrom('shop')
    .selectAll()
    .$if(start !== '', (all) => all.where('name_key', 'like', `${start.replaceAll(/[\\%_]/g, '\\$&')}%`))
    .$call((rows) => pageBy(rows, 'id', { after: query.before, limit: query.limit }))
    .execute();
}

export async function changeShop(
  tx: Tx,
  id: string,
  change: Pick<ShopRow, 'logo' | 'about' | 'open'>,
): Promise<void> {
  await tx.updateTable('shop').set(change).where('id', '=', id).execute();
}
