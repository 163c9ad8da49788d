import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { memberOf } from './store.ts';
import type { Member, MemberTable } from './store.ts';

/** A line of inviters is followed so far up; whoever is deeper than that below somebody is not found. */
const LEVELS_MAX = 10_000;

/** The nearest member above with a level of at least 1, at most `levels` up. By primary keys. */
export async function findCaptainAbove(
  db: Db,
  memberId: string,
  levels: number,
): Promise<Member | undefined> {
  const { rows } = await sql<Selectable<MemberTable>>`
    with recursive line as (
      select p.id, p.inviter_id, p.vip_level, 1 as up from member m join member p on p.id = m.inviter_id where m.id = ${memberId}
      union all
      select p.id, p.inviter_id, p.vip_level, l.up + 1 from line l join member p on p.id = l.inviter_id
       where l.vip_level = 0 and l.up < ${levels})
    select * from member where id = (select id from line where vip_level > 0 limit 1)`.execute(db);
  return rows[0] && memberOf(rows[0]);
}

/** How many generations below `topId` a member stands (1: a direct); undefined when not below at all. By primary keys. */
export async function findGeneration(db: Db, memberId: string, topId: string): Promise<number | undefined> {
  const { rows } = await sql<{ up: number }>`
    with recursive line as (
      select inviter_id, 1 as up from member where id = ${memberId}
      union all
      select p.inviter_id, l.up + 1 from line l join member p on p.id = l.inviter_id
       where l.inviter_id <> ${topId} and l.up < ${LEVELS_MAX})
    select up from line where inviter_id = ${topId} limit 1`.execute(db);
  return rows[0]?.up;
}

/** Those of these members who stand below `topId`, in any generation. By primary keys, each one's line once. */
export async function listBelow(db: Db, memberIds: readonly string[], topId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive line as (
      select id, inviter_id, 1 as up from member where id = any(${[...memberIds]}::text[])
      union all
      select l.id, p.inviter_id, l.up + 1 from line l join member p on p.id = l.inviter_id
       where l.inviter_id <> ${topId} and l.up < ${LEVELS_MAX})
    select id from line where inviter_id = ${topId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The line above a member, the nearest first. By primary keys. */
export async function listLineAbove(db: Db, memberId: string, levels: number): Promise<Member[]> {
  const { rows } = await sql<Selectable<MemberTable>>`
    with recursive line as (
      select id, inviter_id, 0 as up from member where id = ${memberId}
      union all
      select p.id, p.inviter_id, l.up + 1 from line l join member p on p.id = l.inviter_id where l.up < ${levels})
    select m.* from line l join member m on m.id = l.id where l.up > 0 order by l.up`.execute(db);
  return rows.map(memberOf);
}

/** Directs, newest first. Index: member_by_inviter. */
export async function listDirects(
  db: Db,
  inviterId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Member[]> {
  const rows = await db
    .selectFrom('member')
    .selectAll()
    .where('inviter_id', '=', inviterId)
    .orderBy('serial', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(memberOf);
}

/** The members with these ids. */
export async function listMembersOf(db: Db, ids: readonly string[]): Promise<Map<string, Member>> {
  const rows = await db
    .selectFrom('member')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, memberOf(row)]));
}

/** How many each of these invited, activated or not. Index: member_by_inviter. */
export async function countDirectsOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: bigint }>`
    select inviter_id as id, count(*) as n from member where inviter_id = any(${[...ids]}::text[])
    group by inviter_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}
