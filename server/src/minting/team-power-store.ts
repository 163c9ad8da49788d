import { sql } from 'kysely';
import { useIndexes } from '../platform/db/by-index.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** The personal power left of everybody below a member, at any depth; whole millionths, as of the last count. Index: the primary key. */
export async function teamPowerOf(db: Db | Tx, memberId: string): Promise<bigint> {
  const row = await db
    .selectFrom('team_power')
    .select('power')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.power ?? 0n;
}

/** What is read belongs to one moment. A million members take seconds. */
export async function beginCount(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`set local statement_timeout = '60s'`.execute(tx);
  await useIndexes(tx);
}

export type PowerRound = { lot: bigint; deduction: bigint; settled: boolean };

/** What was counted last; nobody else counts until the transaction ends. */
export async function lockPowerRound(tx: Tx): Promise<PowerRound> {
  return tx
    .selectFrom('team_power_round')
    .select(['lot', 'deduction', 'settled'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function savePowerRound(tx: Tx, round: PowerRound): Promise<void> {
  await tx.updateTable('team_power_round').set(round).execute();
}

/** The newest lot and the newest deduction. Index: the primary keys. */
export async function newestPower(tx: Tx): Promise<Pick<PowerRound, 'lot' | 'deduction'>> {
  const { rows } = await sql<{ lot: bigint; deduction: bigint }>`
    select coalesce((select max(id) from power_lot), 0)::int8 as lot,
      coalesce((select max(id) from power_deduction), 0)::int8 as deduction`.execute(tx);
  return rows[0] ?? { lot: 0n, deduction: 0n };
}

export type PowerHolder = { serial: bigint; inviter: bigint | null; power: bigint };

/** All members after `after` with their own personal power, in the order of registration: an inviter before those whom they invited. */
export async function listPowerHolders(tx: Tx, after: bigint, limit: number): Promise<PowerHolder[]> {
  const { rows } = await sql<PowerHolder>`
    with page as (select id, serial, inviter_id from member where serial > ${after} order by serial limit ${limit})
    select m.serial, p.serial as inviter, coalesce(l.power, 0)::numeric(45, 0) as power
      from page m left join member p on p.id = m.inviter_id
      left join lateral (select sum(granted - used) as power from power_lot
        where member_id = m.id and kind = 'personal') l on true
      order by m.serial`.execute(tx);
  return rows;
}

/** Writes what differs. */
export async function saveTeamPower(
  tx: Tx,
  serials: readonly bigint[],
  powers: readonly bigint[],
): Promise<void> {
  await sql`
    insert into team_power as t (member_id, power)
    select m.id, w.power from unnest(${[...serials]}::int8[], ${powers.map(String)}::numeric[]) as w (serial, power)
      join member m on m.serial = w.serial
      left join team_power known on known.member_id = m.id
      where w.power is distinct from coalesce(known.power, 0)
    on conflict (member_id) do update set power = excluded.power`.execute(tx);
}
