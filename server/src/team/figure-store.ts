import { dayOf } from '@openmere/core/kit/day.ts';
import { DIRECTS_COUNTED } from '@openmere/core/team/rules.ts';
import { sql } from 'kysely';
import { businessNow } from '../platform/business-clock.ts';
import { useIndexes } from '../platform/db/by-index.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { TeamFigure } from './tables.ts';

/** All in one snapshot: what is read of members, use and changes belongs together. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  // Once after a start all members are read; a round of a million figures is written.
  await sql`set local statement_timeout = '60s'`.execute(tx);
  await useIndexes(tx);
}

/** The round that is stored; nobody else counts until the transaction ends. */
export async function lockRound(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ round: bigint }>`select round from team_round for update`.execute(tx);
  return rows[0]?.round ?? 0n;
}

export async function nextRound(tx: Tx): Promise<void> {
  await sql`update team_round set round = round + 1`.execute(tx);
}

export type ActivatedRow = {
  serial: bigint;
  inviter: bigint | null;
  level: number;
  /** The UTC day of the activation. */
  day: number;
  /** What the figures have of them; null while they have nothing. */
  own: bigint | null;
  total: bigint | null;
  large: bigint | null;
  members: number | null;
  highest: number | null;
};

const activatedColumns = sql`m.serial, p.serial as inviter, m.vip_level as level,
  floor(extract(epoch from m.activated_at) / 86400)::int4 as day, f.own, f.total, f.large, f.members, f.highest`;

/** Activated members after `after`, in the order of registration: an inviter comes before those whom they invited. */
export async function listActivated(tx: Tx, after: bigint, limit: number): Promise<ActivatedRow[]> {
  const { rows } = await sql<ActivatedRow>`select ${activatedColumns}
    from member m left join member p on p.id = m.inviter_id left join team_figure f on f.member_id = m.id
    where m.serial > ${after} and m.activated_at is not null order by m.serial limit ${limit}`.execute(tx);
  return rows;
}

/** The same of these members, those only who are activated. */
export async function findActivated(tx: Tx, serials: readonly bigint[]): Promise<ActivatedRow[]> {
  const { rows } = await sql<ActivatedRow>`select ${activatedColumns}
    from member m left join member p on p.id = m.inviter_id left join team_figure f on f.member_id = m.id
    where m.serial = any(${[...serials]}::int8[]) and m.activated_at is not null order by m.serial`.execute(
    tx,
  );
  return rows;
}

export type Change = { serial: bigint; day: number | null; amount: bigint };

/** Takes what the figures have not counted yet, oldest first. */
export async function takeChanges(tx: Tx, limit: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with taken as (
      delete from team_change where id in (select id from team_change order by id limit ${limit})
      returning member_id, day, amount)
    select m.serial, t.day, t.amount from taken t join member m on m.id = t.member_id`.execute(tx);
  return rows;
}

/** Forgets changes of these members, which were counted with all that they ever did. */
export async function dropChanges(tx: Tx, serials: readonly bigint[]): Promise<void> {
  await sql`delete from team_change c using member m
    where m.id = c.member_id and m.serial = any(${[...serials]}::int8[])`.execute(tx);
}

/** What these members ever did, by day. Index: the primary key. */
export async function listOwnDays(
  tx: Tx,
  serials: readonly bigint[],
): Promise<{ serial: bigint; day: number; amount: bigint }[]> {
  const { rows } = await sql<{ serial: bigint; day: number; amount: bigint }>`
    select m.serial, d.day, sum(d.amount) as amount from performance_day d join member m on m.id = d.member_id
    where m.serial = any(${[...serials]}::int8[]) group by m.serial, d.day`.execute(tx);
  return rows;
}

export type FigureRow = {
  serial: bigint;
  own: bigint;
  total: bigint;
  large: bigint;
  members: number;
  highest: number;
};

export async function saveFigures(tx: Tx, rows: readonly FigureRow[]): Promise<void> {
  await sql`
    insert into team_figure as f (member_id, inviter_id, own, total, large, leg, members, highest)
    select m.id, m.inviter_id, t.own, t.total, t.large, t.own + t.total, t.members, t.highest
      from unnest(${rows.map((row) => row.serial)}::int8[], ${rows.map((row) => row.own.toString())}::numeric[],
        ${rows.map((row) => row.total.toString())}::numeric[], ${rows.map((row) => row.large.toString())}::numeric[],
        ${rows.map((row) => row.members)}::int4[], ${rows.map((row) => row.highest)}::int2[])
        as t(serial, own, total, large, members, highest)
      join member m on m.serial = t.serial
    on conflict (member_id) do update set own = excluded.own, total = excluded.total, large = excluded.large,
      leg = excluded.leg, members = excluded.members, highest = excluded.highest`.execute(tx);
}

export type DayRow = { serial: bigint; day: number; amount: bigint; own: bigint; newMembers: number };

/** Adds to what the days have. */
export async function addDays(tx: Tx, rows: readonly DayRow[]): Promise<void> {
  await sql`
    insert into team_day as d (member_id, day, amount, own, new_members)
    select m.id, t.day, t.amount, t.own, t.new_members
      from unnest(${rows.map((row) => row.serial)}::int8[], ${rows.map((row) => row.day)}::int4[],
        ${rows.map((row) => row.amount.toString())}::numeric[], ${rows.map((row) => row.own.toString())}::numeric[],
        ${rows.map((row) => row.newMembers)}::int4[]) as t(serial, day, amount, own, new_members)
      join member m on m.serial = t.serial
    on conflict (member_id, day) do update set amount = d.amount + excluded.amount, own = d.own + excluded.own,
      new_members = d.new_members + excluded.new_members`.execute(tx);
}

export async function listIds(tx: Tx, serials: readonly bigint[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from member where serial = any(${[...serials]}::int8[])`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findFigure(db: Db | Tx, memberId: string): Promise<TeamFigure | undefined> {
  return db.selectFrom('team_figure').selectAll().where('member_id', '=', memberId).executeTakeFirst();
}

export type TeamDay = { day: number; amount: bigint; own: bigint; newMembers: number };

/** The UTC day that it is by the business clock. */
export async function todayOf(db: Db | Tx): Promise<number> {
  return dayOf((await businessNow(db)).getTime());
}

/** The days from `from` on on which something happened, oldest first. Index: the primary key. */
export async function listDays(db: Db | Tx, memberId: string, from: number): Promise<TeamDay[]> {
  const { rows } = await sql<TeamDay>`
    select day, amount, own, new_members as "newMembers" from team_day
    where member_id = ${memberId} and day >= ${from} order by day`.execute(db);
  return rows;
}

/** What these members and their teams did on one day. */
export async function listLegDays(
  db: Db | Tx,
  memberIds: readonly string[],
  day: number,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; amount: bigint }>`
    select member_id as id, amount + own as amount from team_day
    where day = ${day} and member_id = any(${[...memberIds]}::text[])`.execute(db);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

export type Leg = { member_id: string; leg: bigint; members: number; total: bigint; own: bigint };

/** Legs of a member, most performance first, after `after`. Index: team_figure_legs. */
export async function listLegs(
  db: Db | Tx,
  inviterId: string,
  query: { limit: number; after?: { leg: bigint; id: string } | undefined },
): Promise<Leg[]> {
  const { limit, after } = query;
  const { rows } = await sql<Leg>`
    select member_id, leg, members, total, own from team_figure where inviter_id = ${inviterId}
    ${after ? sql`and (leg < ${after.leg} or (leg = ${after.leg} and member_id > ${after.id}))` : sql``}
    order by leg desc, member_id limit ${limit}`.execute(db);
  return rows;
}

/** How many activated directs come after the first `from` of them, DIRECTS_COUNTED at most. Index: team_figure_legs. */
export async function countActivatedDirects(db: Db | Tx, inviterId: string, from: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select from team_figure where inviter_id = ${inviterId}
      order by leg desc, member_id offset ${from} limit ${DIRECTS_COUNTED}) as direct`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/** The figures of these members. */
export async function listFigures(
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<Map<string, TeamFigure>> {
  const rows = await db
    .selectFrom('team_figure')
    .selectAll()
    .where('member_id', '=', sql<string>`any(${[...memberIds]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.member_id, row]));
}
