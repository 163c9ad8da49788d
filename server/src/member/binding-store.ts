import type { Tx } from '../platform/db/connect.ts';

/** An e-mail that waits for the code that went to it. */
export async function putBinding(
  tx: Tx,
  binding: { member_id: string; email: string; expires_at: Date },
): Promise<void> {
  const { email, expires_at } = binding;
  await tx
    .insertInto('email_binding')
    .values(binding)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ email, expires_at }))
    .execute();
}

export async function hasBinding(
  tx: Tx,
  binding: { memberId: string; email: string; now: Date },
): Promise<boolean> {
  const begun = await tx
    .selectFrom('email_binding')
    .select('expires_at')
    .where('member_id', '=', binding.memberId)
    .where('email', '=', binding.email)
    .where('expires_at', '>', binding.now)
    .executeTakeFirst();
  return begun !== undefined;
}

export async function dropBinding(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('email_binding').where('member_id', '=', memberId).execute();
}
