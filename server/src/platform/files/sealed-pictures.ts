import { Refusal } from '@openmere/core/kit/refusal.ts';
import { sql } from 'kysely';
import type { ColumnType, Generated } from 'kysely';
import type { DbCtx } from '../context.ts';
import { inTransaction } from '../db/connect.ts';
import type { Db, Tx } from '../db/connect.ts';
import { newId } from '../ids.ts';
import { openBytes, sealBytes } from '../secrets-box.ts';
import { redrawPicture } from './picture.ts';

type Stamp = ColumnType<Date, never, never>;

export type SealedPictureTable = {
  id: string;
  member_id: string;
  /** What it shows (`SealedKind`), and the record that it was handed in with: none until then. */
  kind: string;
  subject_id: Generated<string | null>;
  /** Sealed with the field key. */
  sealed: Buffer;
  created_at: Stamp;
};

declare module '../db/schema.ts' {
  interface Schema {
    sealed_picture: SealedPictureTable;
  }
}

/**
 * Pictures that are nobody's to see but an operator's with a reason: drawn again, encrypted, kept in the database, at no address
 * (decision 0118). A domain defines its own kind: its name, the prefix of its ids, how many a member uploads in 24 hours, and the
 * longest side where small print must stay readable.
 */
export type SealedKind = { kind: string; prefix: string; perDay: number; side?: number };
export type OpenedPicture = { id: string; picture: string };

/**
 * Keeps a picture until it is handed in; what is not handed in within a day goes with the next upload. Refuses
 * `setting.uploadquota`, `setting.notpicture`, `setting.picturetoobig`.
 */
export async function uploadSealed(
  { db, memberId }: DbCtx & { memberId: string },
  { kind, prefix, perDay, side }: SealedKind,
  bytes: Buffer,
): Promise<{ id: string }> {
  const picture = await redrawPicture(bytes, side);
  const id = newId(prefix);
  await inTransaction(db, async (tx) => {
    await lockUploads(tx, memberId);
    await removeForgotten(tx, memberId, kind);
    if ((await countOfDay(tx, memberId, kind)) >= perDay)
      throw new Refusal('setting.uploadquota', { most: perDay });
    const row = { id, member_id: memberId, kind, sealed: sealBytes(picture.bytes) };
    await tx.insertInto('sealed_picture').values(row).execute();
  });
  return { id };
}

/** Uploads of one member at the same time take turns, so that none slips past the quota. */
async function lockUploads(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sealed ${memberId}`}, 0))`.execute(tx);
}

/** Index sealed_picture_of_member. */
async function removeForgotten(tx: Tx, memberId: string, kind: string): Promise<void> {
  await sql`delete from sealed_picture where member_id = ${memberId} and kind = ${kind} and subject_id is null
    and created_at < now() - interval '24 hours'`.execute(tx);
}

/** Index sealed_picture_of_member. */
async function countOfDay(tx: Tx, memberId: string, kind: string): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from sealed_picture
    where member_id = ${memberId} and kind = ${kind} and created_at > now() - interval '24 hours'`.execute(
    tx,
  );
  return rows[0]?.n ?? 0n;
}

/** Hands in these pictures of the member with a record. @returns whether all of them were there to be handed in. */
export async function attachSealed(
  tx: Tx,
  { kind }: SealedKind,
  { memberId, subjectId, ids }: { memberId: string; subjectId: string; ids: readonly string[] },
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql`update sealed_picture set subject_id = ${subjectId}
    where id = any(${wanted}::text[]) and member_id = ${memberId} and kind = ${kind} and subject_id is null
    returning id`.execute(tx);
  return rows.length === wanted.length;
}

/** How many hang on each of these records; a record without any is not in the map. Index sealed_picture_of_subject. */
export async function countSealed(
  db: Db | Tx,
  { kind }: SealedKind,
  subjectIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ subject_id: string; n: bigint }>`
    select subject_id, count(*) as n from sealed_picture
    where kind = ${kind} and subject_id = any(${[...subjectIds]}::text[]) group by subject_id`.execute(db);
  return new Map(rows.map((row) => [row.subject_id, Number(row.n)]));
}

/**
 * Opens what was handed in with a record, oldest first, as base64 of WebP. `writeDown` comes first: who looks, at which pictures and
 * why stands in the audit log before anything is shown. Index sealed_picture_of_subject.
 */
export async function lookAtSealed(
  tx: Tx,
  { kind, subjectId }: SealedKind & { subjectId: string },
  writeDown: (ids: readonly string[]) => Promise<void>,
): Promise<OpenedPicture[]> {
  const rows = await tx
    .selectFrom('sealed_picture')
    .select(['id', 'sealed'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute();
  await writeDown(rows.map(({ id }) => id));
  return rows.map(({ id, sealed }) => ({ id, picture: openBytes(sealed).toString('base64') }));
}

/** Deletes what was handed in with these records. Index sealed_picture_of_subject. */
export async function removeSealed(
  tx: Tx,
  { kind }: SealedKind,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await sql`delete from sealed_picture
    where kind = ${kind} and subject_id = any(${[...subjectIds]}::text[])`.execute(tx);
}

/** Deletes what nobody handed in within a day. Index sealed_picture_left. */
export async function removeLeft(db: Db, { kind }: SealedKind): Promise<void> {
  await sql`delete from sealed_picture where kind = ${kind} and subject_id is null
    and created_at < now() - interval '24 hours'`.execute(db);
}

/** The member's own, opened, kind by kind: whoever asks for them proved more than a session. Index sealed_picture_of_member. */
export async function openSealedOf(
  tx: Tx,
  { memberId, after, limit }: { memberId: string; after: string; limit: number },
): Promise<(OpenedPicture & { kind: string; record: string | null; time: Date })[]> {
  const rows = await tx
    .selectFrom('sealed_picture')
    .select(['id', 'kind', 'subject_id', 'created_at', 'sealed'])
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, kind, subject_id, created_at, sealed }) => ({
    id,
    kind,
    record: subject_id,
    time: created_at,
    picture: openBytes(sealed).toString('base64'),
  }));
}

/** What is kept of one member: which pictures, not what they show, for the file of their own data. Index sealed_picture_of_member. */
export async function listSealedOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('sealed_picture')
    .select(['id', 'kind', 'subject_id as record', 'created_at as time'])
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .limit(5000)
    .execute();
}
