import type { Tx, Db } from '../platform/db/connect.ts';
import { hashToken, newToken } from '../platform/tokens.ts';

/** A mail may be read days later. */
export const FREEZE_LINK_LIFE_MS = 7 * 24 * 3_600_000;

/** The link stands in news of an attack, or in a notice of something that the owner probably did. */
export type FreezeLinkKind = 'attack' | 'notice';

/** The address at which the owner freezes the account without logging in. It can do nothing else. */
export async function makeFreezeLink(
  tx: Tx,
  now: Date,
  { memberId, origin, kind }: { memberId: string; origin: string; kind: FreezeLinkKind },
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('auth_freeze_link')
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      kind,
      made_at: now,
      expires_at: new Date(now.getTime() + FREEZE_LINK_LIFE_MS),
    })
    .execute();
  return `${origin}/#/pages/login/freeze?link=${token}`;
}

/** Whose link this is, if it still works. */
export async function findFreezeLink(tx: Tx, now: Date, token: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('auth_freeze_link')
    .select('member_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.member_id;
}

/** When the member last heard of an attack. */
export async function lastAttackMailAt(tx: Tx, memberId: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('auth_freeze_link')
    .select('made_at')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'attack')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.made_at;
}

export async function isFrozen(db: Db, memberId: string): Promise<boolean> {
  return (await findFreeze(db, memberId)) !== undefined;
}

/** Since when the account is frozen, and since when two operators trust what proved its owner then. */
export type Freeze = { frozen_at: Date; trusted_at: Date | null };

export function findFreeze(db: Db, memberId: string): Promise<Freeze | undefined> {
  return db
    .selectFrom('auth_freeze')
    .select(['frozen_at', 'trusted_at'])
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
}

/** Sets or ends the trust; false where the account is not frozen. */
export async function saveTrusted(tx: Tx, memberId: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_freeze')
    .set({ trusted_at: at })
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function insertFreeze(tx: Tx, now: Date, memberId: string): Promise<void> {
  await tx
    .insertInto('auth_freeze')
    .values({ member_id: memberId, frozen_at: now, lifted_at: null, trusted_at: null })
    .execute();
}

export async function liftFreeze(tx: Tx, now: Date, memberId: string): Promise<void> {
  await tx
    .updateTable('auth_freeze')
    .set({ lifted_at: now })
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .execute();
}
