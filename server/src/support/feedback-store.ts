import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import type { FeedbackRow, FeedbackTable } from './tables.ts';

/** Whoever counts feedback and adds some takes turns here: visitors all together, members each by themselves. */
export async function lockFeedback(tx: Tx, memberId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedback ${memberId ?? ''}`}, 0))`.execute(tx);
}

export async function insertFeedback(tx: Tx, row: Insertable<FeedbackTable>): Promise<void> {
  await tx.insertInto('feedback').values(row).execute();
}

/** Index: feedback_request_id_key. */
export async function findFeedbackOfRequest(
  db: Db | Tx,
  requestId: string,
): Promise<FeedbackRow | undefined> {
  return db.selectFrom('feedback').selectAll().where('request_id', '=', requestId).executeTakeFirst();
}

/** Of a member, or of all visitors. Index: feedback_of_member. */
export async function countFeedbackSince(db: Db | Tx, memberId: string | null, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('member_id', memberId === null ? 'is' : '=', memberId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** What nobody has read, oldest first; what was read, newest first. Indexes: feedback_unread, feedback_seen. */
export async function listFeedback(
  db: Db | Tx,
  query: { read: boolean; after: string | undefined; limit: number },
): Promise<FeedbackRow[]> {
  const { read, after, limit } = query;
  return db
    .selectFrom('feedback')
    .selectAll()
    .where('read_at', read ? 'is not' : 'is', null)
    .$call((rows) => pageBy(rows, 'id', { after, limit }, read ? 'desc' : 'asc'))
    .execute();
}

/** Whether there is such feedback; the first who reads it stays its reader. */
export async function setRead(tx: Tx, id: string, by: { operatorId: string; at: Date }): Promise<boolean> {
  const changed = await tx
    .updateTable('feedback')
    .set({
      read_by: sql<string>`coalesce(read_by, ${by.operatorId})`,
      read_at: sql<Date>`coalesce(read_at, ${by.at})`,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** What one member wrote, newest first, for the file of their own data. Index: feedback_of_member. */
export async function listFeedbackOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('feedback')
    .select(['id', 'at', 'text', 'contact', 'pictures'])
    .where('member_id', '=', memberId)
    .orderBy('at', 'desc')
    .limit(1000)
    .execute();
}
