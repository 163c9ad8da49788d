import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Tx, Db } from '../platform/db/connect.ts';
import type { OperatorTable, Operator, OperatorSessionTable } from './tables.ts';

export async function insertOperator(tx: Tx, operator: Insertable<OperatorTable>): Promise<void> {
  await tx.insertInto('operator').values(operator).execute();
}

/** By account; undefined when there is none, or it is disabled. */
export async function findOperator(db: Db, account: string): Promise<Operator | undefined> {
  return db
    .selectFrom('operator')
    .selectAll()
    .where('account', '=', account)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** The sealed authenticators of those who have access, by account; an emptied one is none. */
export async function listAuthenticators(db: Db): Promise<{ account: string; sealed: string }[]> {
  return db
    .selectFrom('operator')
    .select(['account', 'totp_secret as sealed'])
    .where('disabled_at', 'is', null)
    .where('totp_secret', '<>', '')
    .orderBy('account')
    .execute();
}

/** Accounts by id; ids that are no operator's are left out. */
export async function findAccounts(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('operator')
    .select(['id', 'account'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map(({ id, account }) => [id, account]));
}

/** How many of these have access today. Key operator_pkey. */
export async function countWithAccess(db: Db | Tx, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('operator')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** All of them by account, with the newest login and how many sessions are open. Indexes operator_session_newest, _of_operator. */
export async function listOperatorRows(
  tx: Tx,
  { usedAfter, madeAfter }: { usedAfter: Date; madeAfter: Date },
) {
  return tx
    .selectFrom('operator as o')
    .select(['o.id', 'o.account', 'o.role', 'o.created_at', 'o.disabled_at', 'o.must_change'])
    .select((eb) => [
      eb
        .selectFrom('operator_session as s')
        .select('s.created_at')
        .whereRef('s.operator_id', '=', 'o.id')
        .orderBy('s.created_at', 'desc')
        .limit(1)
        .as('last_login'),
      eb
        .selectFrom('operator_session as s')
        .select((s) => s.fn.countAll<bigint>().as('open'))
        .whereRef('s.operator_id', '=', 'o.id')
        .where('s.ended_at', 'is', null)
        .where('s.last_used_at', '>', usedAfter)
        .where('s.created_at', '>', madeAfter)
        .as('sessions'),
    ])
    .orderBy('o.account')
    .execute();
}

/** All of them by account, for as long as the transaction lasts as they are. */
export async function lockOperators(tx: Tx) {
  return tx
    .selectFrom('operator')
    .select(['id', 'account', 'role', 'created_at', 'disabled_at'])
    .orderBy('account')
    .forUpdate()
    .execute();
}

/** A one-time password and another authenticator; who was disabled is not any more. */
export async function renewOperator(
  tx: Tx,
  id: string,
  { passwordHash, totpSecret }: { passwordHash: string; totpSecret: string },
): Promise<void> {
  const renewed = {
    password_hash: passwordHash,
    totp_secret: totpSecret,
    must_change: true,
    disabled_at: null,
  };
  await tx.updateTable('operator').set(renewed).where('id', '=', id).execute();
}

export async function saveDisabled(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.updateTable('operator').set({ disabled_at: now }).where('id', '=', id).execute();
}

/** Uses a TOTP step up, with a new password if one comes along; false when the step was used before. */
export async function takeTotpStep(
  tx: Tx,
  id: string,
  { step, newHash }: { step: bigint; newHash: string | undefined },
): Promise<boolean> {
  const used = await tx
    .updateTable('operator')
    .set({
      totp_step: step,
      ...(newHash === undefined ? {} : { password_hash: newHash, must_change: false }),
    })
    .where('id', '=', id)
    .where('totp_step', '<', step)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export async function insertSession(tx: Tx, session: Insertable<OperatorSessionTable>): Promise<void> {
  await tx.insertInto('operator_session').values(session).execute();
}

export async function endSession(tx: Tx, now: Date, id: string): Promise<void> {
  await tx
    .updateTable('operator_session')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endAllSessions(tx: Tx, now: Date, operatorId: string): Promise<void> {
  await tx
    .updateTable('operator_session')
    .set({ ended_at: now })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .execute();
}

/** The session of a token's hash that was used and made late enough, of an operator who is not disabled. */
export async function findSession(
  db: Db,
  tokenHash: string,
  { usedAfter, madeAfter }: { usedAfter: Date; madeAfter: Date },
) {
  return db
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.id', 's.operator_id')
    .select(['s.id as sessionId', 's.last_used_at', 'o.id', 'o.account', 'o.role'])
    .where('s.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .where('o.disabled_at', 'is', null)
    .where('s.last_used_at', '>', usedAfter)
    .where('s.created_at', '>', madeAfter)
    .executeTakeFirst();
}

export async function touchSession(db: Db, now: Date, id: string): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
