import { assert } from '@openmere/core/kit/fault.ts';
import type { EquityState } from '@openmere/core/liquidity/equity.ts';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { findMember } from '../member/store.ts';
import { numericArray, textArray } from '../platform/db/binary-array.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readColumns } from '../platform/db/read-columns.ts';
import type { EquityGrantTable, EquityPerson } from './tables.ts';

/**
 * The person whose EQUITY a member's is, locked until the transaction ends; made at the first time. Locked before anything
 * of the ledger, by every writer, so that earning and spending of one person stand in line.
 */
export async function lockPerson(tx: Tx, memberId: string, cap: bigint): Promise<EquityPerson> {
  const personId = (await findPersonId(tx, memberId)) ?? (await openPerson(tx, memberId, cap));
  return tx
    .selectFrom('equity_person')
    .selectAll()
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function openPerson(tx: Tx, memberId: string, cap: bigint): Promise<string> {
  const member = await findMember(tx, memberId);
  assert(member, 'EQUITY is a member’s');
  await tx
    .insertInto('equity_person')
    .values({ person_id: member.personId, cap, capped_at_spent: null })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute();
  await tx
    .insertInto('equity_holder')
    .values({ member_id: memberId, person_id: member.personId })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute();
  // Another transaction may have opened it beside this one.
  return (await findPersonId(tx, memberId)) ?? member.personId;
}

export async function findPersonId(db: Db | Tx, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('equity_holder')
    .select('person_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.person_id;
}

/** What a person has earned and spent, under the `cap` of now; undefined before the first EQUITY of the person. */
export async function findEquityState(
  db: Db | Tx,
  personId: string,
  cap?: bigint,
): Promise<EquityState | undefined> {
  const row = await db
    .selectFrom('equity_person')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && stateOf(row, cap);
}

/** A cap that has been raised since the last grant was not reached yet: what lies between both can be earned at once. */
export function stateOf(row: EquityPerson, cap = row.cap): EquityState {
  const cappedAtSpent = cap > row.cap ? null : row.capped_at_spent;
  return { earned: row.earned, spent: row.spent, cappedAtSpent };
}

/** Writes a state; `cap` goes with what was earned, so that spending never meets another cap than the one it was earned under. */
export async function saveState(tx: Tx, personId: string, state: EquityState, cap?: bigint): Promise<void> {
  await tx
    .updateTable('equity_person')
    .set({
      earned: state.earned,
      spent: state.spent,
      capped_at_spent: state.cappedAtSpent,
      ...(cap === undefined ? {} : { cap }),
    })
    .where('person_id', '=', personId)
    .execute();
}

type Grant = Pick<Selectable<EquityGrantTable>, 'key' | 'member_id' | 'value' | 'granted'>;

export async function findGrant(tx: Tx, key: string): Promise<Grant | undefined> {
  return tx
    .selectFrom('equity_grant')
    .select(['key', 'member_id', 'value', 'granted'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function insertGrant(tx: Tx, grant: Grant): Promise<void> {
  await tx.insertInto('equity_grant').values(grant).execute();
}

/** What each person has left of EQUITY; those without are left out. */
export async function listEquity(db: Db | Tx): Promise<{ personId: string; left: bigint }[]> {
  const query = sql`select person_id, (earned - spent)::numeric(45, 0) as left from equity_person where earned > spent`;
  const parts = await readColumns(db, query, ['person_id', 'left'] as const);
  return [...parts].flatMap(({ person_id: personIds, left }) =>
    personIds.map((personId, at) => ({ personId, left: BigInt(left[at] ?? '') })),
  );
}

/** Whose EQUITY a member's is: of all who ever had any, or of some. */
export async function listHolders(
  db: Db | Tx,
  memberIds?: readonly string[],
): Promise<{ memberId: string; personId: string }[]> {
  const some = memberIds === undefined ? sql`` : sql`where member_id = any(${[...memberIds]}::text[])`;
  const query = sql`select member_id, person_id from equity_holder ${some}`;
  const parts = await readColumns(db, query, ['member_id', 'person_id'] as const);
  return [...parts].flatMap(({ member_id: memberIds, person_id: personIds }) =>
    memberIds.map((memberId, at) => ({ memberId, personId: personIds[at] ?? '' })),
  );
}

/** The accounts of persons that may have EQUITY. Index: equity_holder_of_person. */
export async function listHoldersOf(
  tx: Tx,
  personIds: readonly string[],
): Promise<{ memberId: string; personId: string }[]> {
  const { rows } = await sql<{ memberId: string; personId: string }>`
    select member_id as "memberId", person_id as "personId" from equity_holder
    where person_id = any(${textArray(personIds)}::text[]) order by person_id, member_id`.execute(tx);
  return rows;
}

/** Of those members whose EQUITY is a person's: the person, and each account that the person may have EQUITY in. */
export async function listHoldersWith(
  tx: Tx,
  memberIds: readonly string[],
): Promise<{ memberId: string; personId: string; holderId: string }[]> {
  const { rows } = await sql<{ memberId: string; personId: string; holderId: string }>`
    select w.id as "memberId", h.person_id as "personId", o.member_id as "holderId"
    from unnest(${textArray(memberIds)}::text[]) with ordinality as w (id, place)
      join equity_holder h on h.member_id = w.id join equity_holder o on o.person_id = h.person_id
    order by w.place, o.member_id`.execute(tx);
  return rows;
}

/** Adds to what persons have spent, in one statement; locks them in the order of their ids. */
export async function addSpent(tx: Tx, spent: ReadonlyMap<string, bigint>): Promise<void> {
  const ids = [...spent.keys()].sort();
  const { numAffectedRows } = await sql`
    with locked as materialized (
      select p.person_id, w.amount from unnest(${textArray(ids)}::text[],
        ${numericArray(ids.map((id) => spent.get(id) ?? 0n))}::numeric[]) as w (id, amount)
      join equity_person p on p.person_id = w.id order by p.person_id for update of p)
    update equity_person p set spent = p.spent + locked.amount from locked where p.person_id = locked.person_id`.execute(
    tx,
  );
  assert(numAffectedRows === BigInt(ids.length), 'who spends EQUITY had some');
}
