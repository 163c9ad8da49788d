import type { Selectable } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import type { AttemptTable } from './store.ts';

/** When the last of these scopes is free again. */
export async function findFreeAt(db: Db, scopes: readonly string[]): Promise<Date | undefined> {
  const row = await db
    .selectFrom('auth_attempt')
    .select(({ fn }) => fn.max('free_at').as('freeAt'))
    .where('scope', 'in', scopes)
    .executeTakeFirst();
  return row?.freeAt ?? undefined;
}

/** Locks a scope's row; it is made where there was none. */
export async function lockAttempt(tx: Db, now: Date, scope: string) {
  await tx
    .insertInto('auth_attempt')
    .values({ scope, free_at: now, last_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('auth_attempt')
    .select(['failures', 'free_at', 'last_at'])
    .where('scope', '=', scope)
    .forUpdate()
    .executeTakeFirst();
}

export async function putAttempt(tx: Db, attempt: Selectable<AttemptTable>): Promise<void> {
  const { scope, ...values } = attempt;
  await tx.updateTable('auth_attempt').set(values).where('scope', '=', scope).execute();
}

export async function forgetAttempts(db: Db, scopes: readonly string[]): Promise<void> {
  if (scopes.length > 0) await db.deleteFrom('auth_attempt').where('scope', 'in', scopes).execute();
}

/** Takes one failure of each scope back. */
export async function takeBackAttempts(db: Db, scopes: readonly string[]): Promise<void> {
  if (scopes.length === 0) return;
  await db
    .updateTable('auth_attempt')
    .set((eb) => ({ failures: eb('failures', '-', 1), free_at: eb.ref('last_at') }))
    .where('scope', 'in', scopes)
    .where('failures', '>', 0)
    .execute();
}
