import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { PayPasswordHistoryTable } from './store.ts';

/** The hash of the login password; undefined without one. */
export async function findLoginHash(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('login_password')
    .select('hash')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.hash;
}

export async function putLoginHash(
  tx: Tx,
  { memberId, hash, now }: { memberId: string; hash: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('login_password')
    .values({ member_id: memberId, hash, set_at: now })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ hash, set_at: now }))
    .execute();
}

/** The hash of the payment password; undefined without one. */
export async function findPayHash(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pay_password')
    .select('hash')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.hash;
}

export async function putPayHash(tx: Tx, memberId: string, hash: string): Promise<void> {
  await tx
    .insertInto('pay_password')
    .values({ member_id: memberId, hash })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ hash, set_at: sql<Date>`now()` }))
    .execute();
}

/** Whether a payment password was ever set. */
export async function hasPayHistory(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('pay_password_history')
    .select('id')
    .where('member_id', '=', memberId)
    .limit(1)
    .execute();
  return rows.length > 0;
}

/** When it was last set by who need not know a former one: the first time, or by a reset. Index pay_password_history_by_member. */
export async function findLastPaySetting(
  db: Db,
  memberId: string,
): Promise<Pick<Selectable<PayPasswordHistoryTable>, 'kind' | 'at'> | undefined> {
  return db
    .selectFrom('pay_password_history')
    .select(['kind', 'at'])
    .where('member_id', '=', memberId)
    .where('kind', 'in', ['first', 'reset'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Notes a setting of the payment password; false for the second of two first ones in the same moment: the key is unique. */
export async function notePaySetting(
  tx: Tx,
  memberId: string,
  kind: PayPasswordHistoryTable['kind'],
): Promise<boolean> {
  const noted = await tx
    .insertInto('pay_password_history')
    .values({ member_id: memberId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return noted.length > 0;
}
