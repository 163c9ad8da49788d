import type { DocumentKind, RejectionCause } from '@openmere/core/member/identity.ts';
import { sql } from 'kysely';
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { pageBy } from '../../platform/db/page-by.ts';

type Stamp = ColumnType<Date, never, never>;

export type IdentityCheckTable = {
  id: string;
  member_id: string;
  family_id: string;
  state: Generated<'started' | 'pending' | 'approved' | 'rejected'>;
  kind: DocumentKind;
  country: string;
  /** Sealed with the field key; number and birth are empty once wiped. */
  name: string;
  number: string;
  birth: string;
  number_key: string;
  made_at: Stamp;
  sent_at: Generated<Date | null>;
  looked_by: Generated<string | null>;
  operator_id: Generated<string | null>;
  decided_at: Generated<Date | null>;
  cause: Generated<RejectionCause | null>;
  reason: Generated<string>;
  note: Generated<string>;
  wiped_at: Generated<Date | null>;
};

declare module '../../platform/db/schema.ts' {
  interface Schema {
    identity_check: IdentityCheckTable;
  }
}

export type IdentityRow = Selectable<IdentityCheckTable>;

/** One step of a person's check at a time. */
export async function lockIdentity(tx: Tx, family: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${family}`}, 0))`.execute(tx);
}

/** The last one of a person. Index identity_check_of_family. */
export async function findIdentity(db: Db | Tx, family: string): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('identity_check')
    .selectAll()
    .where('family_id', '=', family)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Everything that one member handed in, newest first; their family is the same person. */
export async function listIdentitiesOf(db: Db | Tx, memberId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('identity_check')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
}

/** Whether an operator approved this person. Index identity_check_holds. */
export async function isIdentityApproved(db: Db | Tx, family: string): Promise<boolean> {
  const found = await db
    .selectFrom('identity_check')
    .select('id')
    .where('family_id', '=', family)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertIdentity(tx: Tx, row: Insertable<IdentityCheckTable>): Promise<void> {
  await tx.insertInto('identity_check').values(row).execute();
}

/** What was begun and not sent is begun anew. */
export async function deleteStarted(tx: Tx, family: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('identity_check')
    .where('family_id', '=', family)
    .where('state', '=', 'started')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function sendIdentity(tx: Tx, id: string): Promise<void> {
  await sql`update identity_check set state = 'pending', sent_at = business_now() where id = ${id}`.execute(
    tx,
  );
}

/** Nobody else decides it until the transaction ends. */
export async function lockIdentityById(tx: Tx, id: string): Promise<IdentityRow | undefined> {
  return tx.selectFrom('identity_check').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function noteLook(tx: Tx, id: string, operatorId: string): Promise<void> {
  await tx.updateTable('identity_check').set({ looked_by: operatorId }).where('id', '=', id).execute();
}

export async function endIdentity(
  tx: Tx,
  id: string,
  decision: Pick<IdentityRow, 'state' | 'operator_id' | 'decided_at' | 'cause' | 'reason' | 'note'>,
): Promise<void> {
  await tx.updateTable('identity_check').set(decision).where('id', '=', id).execute();
}

/** The same document of another person. Index identity_check_by_number. */
export async function listSameDocument(
  db: Db | Tx,
  { numberKey, family }: { numberKey: string; family: string },
): Promise<IdentityRow[]> {
  return db
    .selectFrom('identity_check')
    .selectAll()
    .where('number_key', '=', numberKey)
    .where('family_id', '<>', family)
    .orderBy('id')
    .limit(20)
    .execute();
}

/**
 * Those that wait oldest first, all others newest first; what was only begun is in none. Indexes identity_check_by_state, and of one
 * family identity_check_of_family.
 */
export async function listIdentities(
  db: Db | Tx,
  query: {
    state: IdentityRow['state'] | 'all';
    family: string | undefined;
    after: string | undefined;
    limit: number;
  },
): Promise<IdentityRow[]> {
  const { state, family, after, limit } = query;
  const isQueue = state === 'pending';
  return db
    .selectFrom('identity_check')
    .selectAll()
    .$call((rows) =>
      state === 'all' ? rows.where('state', '<>', 'started') : rows.where('state', '=', state),
    )
    .$if(family !== undefined, (rows) => rows.where('family_id', '=', family ?? ''))
    .$call((rows) => pageBy(rows, 'id', { after, limit }, isQueue ? 'asc' : 'desc'))
    .execute();
}

/** What operators read beside each: the same document elsewhere, and what was sent before. Indexes identity_check_by_number, _of_family. */
export async function countBeside(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, { others: number; before: number }>> {
  const { rows } = await sql<{ id: string; others: bigint; before: bigint }>`
    select c.id,
      (select count(*) from identity_check o where o.number_key = c.number_key and o.family_id <> c.family_id) as others,
      (select count(*) from identity_check b where b.family_id = c.family_id and b.id < c.id) as before
    from identity_check c where c.id = any(${[...ids]}::text[])`.execute(db);
  return new Map(
    rows.map(({ id, others, before }) => [id, { others: Number(others), before: Number(before) }]),
  );
}

/** Some that have to be wiped by now, and are not taken by another: decided, or begun and left. Index identity_check_to_wipe. */
export async function takeDue(
  tx: Tx,
  due: { keepDays: number; leftDays: number; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from identity_check
    where wiped_at is null and state <> 'pending'
      and coalesce(decided_at, made_at) < business_now() - make_interval(days => least(${due.keepDays}, ${due.leftDays})::int)
      and coalesce(decided_at, made_at) < business_now()
        - make_interval(days => case when state = 'started' then ${due.leftDays} else ${due.keepDays} end::int)
    order by coalesce(decided_at, made_at) limit ${due.most} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Number and date of birth go; what was only begun goes as a whole. */
export async function wipe(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from identity_check where id = any(${[...ids]}::text[]) and state = 'started'`.execute(tx);
  await sql`update identity_check set number = '', birth = '', wiped_at = business_now()
    where id = any(${[...ids]}::text[])`.execute(tx);
}
