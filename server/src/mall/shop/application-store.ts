import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { pageBy } from '../../platform/db/page-by.ts';
import { countSealed } from '../../platform/files/sealed-pictures.ts';
import type { ApplicationRow, ShopApplicationTable } from './tables.ts';
import { licencePictures } from './upload-licence.ts';

/** False when one of this member, or of this name, waits already. */
export async function insertApplication(tx: Tx, row: Insertable<ShopApplicationTable>): Promise<boolean> {
  const added = await tx
    .insertInto('shop_application')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The last one of a member. Index shop_application_of_member. */
export async function findLastApplication(
  db: Db | Tx,
  memberId: string,
): Promise<ApplicationRow | undefined> {
  return db
    .selectFrom('shop_application')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const DECISIONS_SHOWN = 20;

/** What was decided about a member's applications, the newest first. Index shop_application_of_member. */
export async function listDecided(db: Db | Tx, memberId: string): Promise<ApplicationRow[]> {
  return db
    .selectFrom('shop_application')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '<>', 'pending')
    .orderBy('id', 'desc')
    .limit(DECISIONS_SHOWN)
    .execute();
}

/** Whether an application with this name waits for its decision. Index shop_application_name. */
export async function isNameWaiting(db: Db | Tx, nameKey: string): Promise<boolean> {
  const found = await db
    .selectFrom('shop_application')
    .select('id')
    .where('name_key', '=', nameKey)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return found !== undefined;
}

export async function findApplication(db: Db | Tx, id: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('shop_application').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Nobody else decides it until the transaction ends. */
export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  return tx.selectFrom('shop_application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function endApplication(
  tx: Tx,
  id: string,
  decision: Pick<ApplicationRow, 'state' | 'operator_id' | 'decided_at' | 'reason'>,
): Promise<void> {
  await tx.updateTable('shop_application').set(decision).where('id', '=', id).execute();
}

/** Those that wait oldest first, the decided ones newest first. Index shop_application_by_state. */
export async function listApplications(
  db: Db | Tx,
  query: { state: ApplicationRow['state']; after: string | undefined; limit: number },
): Promise<ApplicationRow[]> {
  const { state, after, limit } = query;
  const isQueue = state === 'pending';
  return db
    .selectFrom('shop_application')
    .selectAll()
    .where('state', '=', state)
    .$call((rows) => pageBy(rows, 'id', { after, limit }, isQueue ? 'asc' : 'desc'))
    .execute();
}

/** How many licences hang on these applications, and how many their members sent before them. Index shop_application_of_member. */
export async function countOfApplications(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, { licences: number; before: number }>> {
  const licences = await countSealed(db, licencePictures, ids);
  const { rows } = await sql<{ id: string; before: bigint }>`
    select a.id, (select count(*) from shop_application b where b.member_id = a.member_id and b.id < a.id) as before
    from shop_application a where a.id = any(${[...ids]}::text[])`.execute(db);
  return new Map(
    rows.map(({ id, before }) => [id, { licences: licences.get(id) ?? 0, before: Number(before) }]),
  );
}
