import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';

/** Uploads of one member at the same time take turns, so that none slips past the quota. */
export async function lockLicences(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`licence ${memberId}`}, 0))`.execute(tx);
}

/** How many a member uploaded within the last 24 hours. Index shop_licence_of_member. */
export async function countLicences(db: Db | Tx, memberId: string): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from shop_licence
    where member_id = ${memberId} and created_at > now() - interval '24 hours'`.execute(db);
  return rows[0]?.n ?? 0n;
}

/** What was uploaded and not handed in within a day goes. */
export async function removeForgotten(tx: Tx, memberId: string): Promise<void> {
  await sql`delete from shop_licence where member_id = ${memberId} and application_id is null
    and created_at < now() - interval '24 hours'`.execute(tx);
}

export async function insertLicence(
  tx: Tx,
  row: { id: string; member_id: string; sealed: Buffer },
): Promise<void> {
  await tx.insertInto('shop_licence').values(row).execute();
}

/** Hands in these pictures of the member. @returns how many were there to be handed in. */
export async function attachLicences(
  tx: Tx,
  { memberId, applicationId, ids }: { memberId: string; applicationId: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql`update shop_licence set application_id = ${applicationId}
    where id = any(${[...new Set(ids)]}::text[]) and member_id = ${memberId} and application_id is null
    returning id`.execute(tx);
  return rows.length;
}

/** Index shop_licence_of_application. */
export async function listLicences(
  db: Db | Tx,
  applicationId: string,
): Promise<{ id: string; sealed: Buffer }[]> {
  return db
    .selectFrom('shop_licence')
    .select(['id', 'sealed'])
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute();
}
