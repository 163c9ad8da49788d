import type { ColumnType, Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

type ContactTable = {
  member_id: string;
  target: string;
  name: string;
  saved_at: ColumnType<Date, never, never>;
};
export type Contact = Selectable<ContactTable>;

declare module '../platform/db/schema.ts' {
  interface Schema {
    transfer_contact: ContactTable;
  }
}

/** All of a member's contacts, by name. Index: transfer_contact_pkey. */
export async function findContacts(db: Db | Tx, memberId: string): Promise<Contact[]> {
  return db
    .selectFrom('transfer_contact')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('name')
    .orderBy('target')
    .execute();
}

export async function putContact(
  tx: Tx,
  contact: { member_id: string; target: string; name: string },
): Promise<Contact> {
  return tx
    .insertInto('transfer_contact')
    .values(contact)
    .onConflict((conflict) => conflict.columns(['member_id', 'target']).doUpdateSet({ name: contact.name }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function dropContact(tx: Tx, memberId: string, target: string): Promise<void> {
  await tx
    .deleteFrom('transfer_contact')
    .where('member_id', '=', memberId)
    .where('target', '=', target)
    .execute();
}

/** All of a member's contacts go. */
export async function dropContacts(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('transfer_contact').where('member_id', '=', memberId).execute();
}
