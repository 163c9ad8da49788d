import { sql } from 'kysely';
import type { Tx, Db } from '../platform/db/connect.ts';

/** Uploads of one member at the same time take turns behind this lock, so that none slips past the quota. */
export async function lockUploads(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${memberId}`}, 0))`.execute(tx);
}

export async function insertUpload(
  tx: Tx,
  upload: { name: string; memberId: string; bytes: number },
): Promise<void> {
  const { name, memberId, bytes } = upload;
  await sql`insert into upload (name, member_id, bytes) values (${name}, ${memberId}, ${bytes})`.execute(tx);
}

/** How many a member made within the last 24 hours by the database's clock. */
export async function countUploads(db: Db, memberId: string): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from upload where member_id = ${memberId} and created_at > now() - interval '24 hours'`.execute(
    db,
  );
  return rows[0]?.n ?? 0n;
}

export async function isUploadOf(db: Db, name: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from upload where name = ${name} and member_id = ${memberId}`.execute(db);
  return rows.length > 0;
}

/** Which of these files an upload stands for. */
export async function listUploadNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from upload where name = any(${[...names]}::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Which of these files a member uploaded. */
export async function listUploadsOf(
  db: Db,
  names: readonly string[],
  memberId: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from upload where name = any(${[...names]}::text[]) and member_id = ${memberId}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Every picture that a member uploaded, newest first, for the file of their own data. Index upload_of_member. */
export async function listOwnUploads(db: Db | Tx, memberId: string): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select name, created_at as time, bytes from upload where member_id = ${memberId}
    order by created_at desc limit 5000`.execute(db);
  return rows;
}
