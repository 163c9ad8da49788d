import { skeletonOf } from '@openmere/core/member/nickname.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { ShopRow } from './tables.ts';

export type NewShop = {
  memberId: string;
  name: string;
  /** Address of a picture of Ctrls/Upload, or empty. */
  logo: string;
  kind: string;
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

/** Shops by their ids; what is no shop is left out. */
export async function findShops(db: Db | Tx, ids: readonly string[]): Promise<Map<string, ShopRow>> {
  const rows = await db
    .selectFrom('shop')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
