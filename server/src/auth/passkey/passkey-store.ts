import type { Db, Tx } from '../../platform/db/connect.ts';
import type { PasskeyTable } from '../store.ts';

export type Passkey = Omit<PasskeyTable, 'last_used_at'> & { last_used_at: Date | null };

export async function listPasskeys(db: Db, memberId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('made_at', 'desc')
    .execute();
}

export async function insertPasskey(tx: Tx, passkey: Omit<Passkey, 'last_used_at'>): Promise<boolean> {
  const made = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .execute();
  return made.length > 0;
}

/** Locked, so that of two answers in one moment the second sees the first one's counter. */
export async function lockCredential(tx: Tx, credentialId: string): Promise<Passkey | undefined> {
  return tx
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

export async function noteUse(
  tx: Tx,
  now: Date,
  { id, counter }: { id: string; counter: bigint },
): Promise<void> {
  await tx.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}

export async function renamePasskeyRow(
  tx: Tx,
  { id, memberId, name }: { id: string; memberId: string; name: string },
): Promise<boolean> {
  const renamed = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .execute();
  return renamed.length > 0;
}

export async function dropPasskey(
  tx: Tx,
  { id, memberId }: { id: string; memberId: string },
): Promise<boolean> {
  const dropped = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .execute();
  return dropped.length > 0;
}

export async function putQuestion(
  tx: Tx,
  question: { challenge: string; memberId: string | null; until: Date },
): Promise<void> {
  const { challenge, memberId, until } = question;
  await tx
    .insertInto('passkey_question')
    .values({ challenge, member_id: memberId, expires_at: until })
    .execute();
}

/** Takes a question up, once; false when it was never asked of this member, was answered, or is too old. */
export async function takeQuestion(
  tx: Tx,
  now: Date,
  { challenge, memberId }: { challenge: string; memberId: string | null },
): Promise<boolean> {
  const taken = await tx
    .deleteFrom('passkey_question')
    .where('challenge', '=', challenge)
    .where('expires_at', '>', now)
    .where('member_id', 'is not distinct from', memberId)
    .returning('challenge')
    .execute();
  return taken.length > 0;
}
