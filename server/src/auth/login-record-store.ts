import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import type { LoginRecordTable } from './store.ts';

export type LoginRecord = Insertable<LoginRecordTable>;
type From = Pick<LoginRecord, 'member_id' | 'device_hash' | 'ip'>;

/** What belongs to one try: a code is asked for, mistyped and found within this time. */
const ONE_TRY_MS = 15 * 60_000;

const ofOneTry = (db: Db, { member_id: memberId, device_hash: hash, ip }: From, now: Date) =>
  db
    .selectFrom('login_record')
    .select('id')
    .where('member_id', '=', memberId)
    .where('stopped', '=', true)
    .where('device_hash', '=', hash)
    .where('ip', '=', sql<string>`${ip}::inet`)
    .where('at', '>', new Date(now.getTime() - ONE_TRY_MS));

export async function insertLogin(tx: Tx, record: LoginRecord): Promise<void> {
  await tx.insertInto('login_record').values(record).execute();
}

/** A login stopped; once for each try, however often it was repeated. */
export async function noteStopped(db: Db, record: LoginRecord, now: Date): Promise<void> {
  const known = await ofOneTry(db, record, now).limit(1).execute();
  if (known.length === 0) await db.insertInto('login_record').values(record).execute();
}

/** It came through in the end: its owner was looking for the code. */
export async function dropStopped(tx: Tx, from: From, now: Date): Promise<void> {
  await tx
    .deleteFrom('login_record')
    .where('id', 'in', ofOneTry(tx, from, now))
    .execute();
}

export async function listLogins(
  db: Db,
  { memberId, before, limit }: { memberId: string; before: bigint | undefined; limit: number },
) {
  return db
    .selectFrom('login_record')
    .select(['id', 'at', 'kind', 'stopped', 'is_new', 'device', 'ip_country', sql<string>`host(ip)`.as('ip')])
    .where('member_id', '=', memberId)
    .$call((rows) => pageBy(rows, 'id', { after: before, limit }))
    .execute();
}
