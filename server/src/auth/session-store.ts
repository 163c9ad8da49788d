import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { MemberActor } from '../platform/actor.ts';
import type { Tx, Db } from '../platform/db/connect.ts';
import type { SessionTable } from './store.ts';

/** Ends all sessions of a member, but for one when it is named. */
export async function endSessions(tx: Tx, now: Date, memberId: string, except?: string): Promise<void> {
  let ending = tx
    .updateTable('auth_session')
    .set({ revoked_at: now })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null);
  if (except !== undefined) ending = ending.where('id', '<>', except);
  await ending.execute();
}

/** For a change that waited behind another one: where that ended its session, it holds. Refuses `request.notlogin`. */
export async function checkLiving(tx: Tx, id: string): Promise<void> {
  const row = await tx
    .selectFrom('auth_session')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('request.notlogin');
}

/** The member reads another mailbox now. */
export async function forgetMailboxProof(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('auth_session')
    .set({ mailbox_proved_at: null })
    .where('member_id', '=', memberId)
    .where('mailbox_proved_at', 'is not', null)
    .execute();
}

export async function insertSession(tx: Tx, session: Insertable<SessionTable>): Promise<void> {
  await tx.insertInto('auth_session').values(session).execute();
}

/** A member's living sessions, newest use first. */
export async function listLiving(tx: Tx, now: Date, memberId: string) {
  return tx
    .selectFrom('auth_session')
    .select(['id', 'device', 'ip_country', 'created_at', 'last_used_at', sql<string>`host(ip)`.as('ip')])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(1000)
    .execute();
}

/** Those of these sessions that live. Index: auth_session_pkey. */
export async function listLivingIds(db: Db | Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from auth_session
    where id = any(${[...ids]}::text[]) and revoked_at is null and expires_at > now()`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Ends one session of a member; false when it is no living one of theirs. */
export async function endSession(
  tx: Tx,
  now: Date,
  { id, memberId }: { id: string; memberId: string },
): Promise<boolean> {
  const ended = await tx
    .updateTable('auth_session')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return ended.length > 0;
}

/** When this very session was registered or logged in with a code of the mailbox. */
export async function findMailboxProof(
  tx: Tx,
  { id, memberId }: { id: string; memberId: string },
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('auth_session')
    .select('mailbox_proved_at')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.mailbox_proved_at ?? undefined;
}

/** When this very session was opened with a second factor. */
export async function findFactorProof(
  tx: Tx,
  { id, memberId }: { id: string; memberId: string },
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('auth_session')
    .select('factor_proved_at')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.factor_proved_at ?? undefined;
}

export async function noteFactorProof(
  tx: Tx,
  now: Date,
  { id, memberId }: { id: string; memberId: string },
): Promise<void> {
  await tx
    .updateTable('auth_session')
    .set({ factor_proved_at: now })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .execute();
}

/** Living sessions by the hashes of their tokens, with their owners. */
export async function findSessions(db: Db, now: Date, tokenHashes: readonly string[]) {
  return db
    .selectFrom('auth_session')
    .innerJoin('member', 'member.id', 'auth_session.member_id')
    .select(['auth_session.token_hash', 'auth_session.id as sessionId', 'auth_session.last_used_at'])
    .select(['member.id as id', 'member.main_id as mainId'])
    .where('auth_session.token_hash', '=', sql<string>`any(${[...tokenHashes]}::text[])`)
    .where('auth_session.revoked_at', 'is', null)
    .where('auth_session.expires_at', '>', now)
    .execute();
}

/** Writes use down, and slides the expiry up to the session's end. */
export async function touchSessions(
  db: Db,
  now: Date,
  { ids, until }: { ids: readonly string[]; until: Date },
): Promise<void> {
  await db
    .updateTable('auth_session')
    .set({ last_used_at: now, expires_at: sql<Date>`least(${until}::timestamptz, ends_at)` })
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The main account's living session that the acting one hangs on, or is; locked, so that switching stands in line. */
export async function findMainSession(
  tx: Tx,
  now: Date,
  { sessionId, family }: Pick<MemberActor, 'sessionId' | 'family'>,
): Promise<Selectable<SessionTable> | undefined> {
  const acting = tx
    .selectFrom('auth_session')
    .select(sql<string>`coalesce(opened_by, id)`.as('id'))
    .where('id', '=', sessionId);
  return tx
    .selectFrom('auth_session')
    .selectAll()
    .where('id', '=', acting)
    .where('member_id', '=', family)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** The login that a session comes from: the main account's session that it was opened by, or itself. */
export async function findLoginOf(tx: Tx, sessionId: string): Promise<string> {
  const row = await tx
    .selectFrom('auth_session')
    .select('opened_by')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.opened_by ?? sessionId;
}

type RenewedSession = Pick<Selectable<SessionTable>, 'token_hash' | 'last_used_at' | 'expires_at'>;

/** The main account's session goes on under a new token; what it proved of the mailbox does not. */
export async function renewMainSession(tx: Tx, id: string, renewed: RenewedSession): Promise<void> {
  await tx
    .updateTable('auth_session')
    .set({ ...renewed, mailbox_proved_at: null, factor_proved_at: null })
    .where('id', '=', id)
    .execute();
}

/** The living session of a sub-account that was opened from this one goes on under a new token; false when there is none. */
export async function renewOpenedSession(
  tx: Tx,
  { openedBy, memberId }: { openedBy: string; memberId: string },
  renewed: RenewedSession,
): Promise<boolean> {
  const changed = await tx
    .updateTable('auth_session')
    .set(renewed)
    .where('opened_by', '=', openedBy)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return changed.length > 0;
}

/** A session that was opened by switching becomes the account's own. */
export async function ownSession(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('auth_session').set({ opened_by: null }).where('id', '=', id).execute();
}
