import type { ShippingAddress } from '@openmere/core/member/address.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

type ShippingAddressTable = ShippingAddress & {
  id: ColumnType<string, string, never>;
  member_id: ColumnType<string, string, never>;
  is_default: boolean;
  made_at: Generated<Date>;
};
export type AddressRow = Selectable<ShippingAddressTable>;

declare module '../platform/db/schema.ts' {
  interface Schema {
    shipping_address: ShippingAddressTable;
  }
}

/** All of a member's, the default first, then the newest. Index: shipping_address_of_member. */
export async function listAddresses(db: Db | Tx, memberId: string): Promise<AddressRow[]> {
  return db
    .selectFrom('shipping_address')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('is_default', 'desc')
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One of a member's own; nobody else's. */
export async function findAddress(
  db: Db | Tx,
  { memberId, id }: { memberId: string; id: string },
): Promise<AddressRow | undefined> {
  return db
    .selectFrom('shipping_address')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function insertAddress(
  tx: Tx,
  row: ShippingAddress & { id: string; member_id: string; is_default: boolean },
): Promise<AddressRow> {
  return tx.insertInto('shipping_address').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function changeAddress(
  tx: Tx,
  id: string,
  change: ShippingAddress & { is_default: boolean },
): Promise<AddressRow> {
  return tx
    .updateTable('shipping_address')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** None is the default then: the caller sets another one in the same transaction. */
export async function clearDefault(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('shipping_address')
    .set({ is_default: false })
    .where('member_id', '=', memberId)
    .where('is_default', '=', true)
    .execute();
}

export async function makeDefault(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('shipping_address').set({ is_default: true }).where('id', '=', id).execute();
}

export async function dropAddress(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('shipping_address').where('id', '=', id).execute();
}
