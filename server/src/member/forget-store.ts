import type { Tx } from '../platform/db/connect.ts';
import { dropBinding } from './binding-store.ts';

/** What serves the person besides the row of the member: where parcels and payments go, and an e-mail that waits for its code. */
export async function forgetPerson(tx: Tx, memberId: string): Promise<void> {
  await dropBinding(tx, memberId);
  await tx.deleteFrom('shipping_address').where('member_id', '=', memberId).execute();
  await tx.deleteFrom('payable').where('member_id', '=', memberId).execute();
}
