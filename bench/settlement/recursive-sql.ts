import { amountAt } from '@openmere/core/reward/amount-column.ts';
import type { Pool } from 'pg';
import { rule, thresholds } from './workload.ts';
import type { Community, Found } from './workload.ts';

/** The rows stand in a table with an index before the clock runs. */
export async function fillTable(pool: Pool, { inviter, own, fees }: Community): Promise<void> {
  await pool.query('drop table if exists bench_member');
  await pool.query(
    'create table bench_member (id int primary key, inviter int not null, own numeric not null, fee numeric not null)',
  );
  const payers = Array.from(inviter.keys(), (id) => amountAt(fees.amount, id).toString());
  await pool.query(
    'insert into bench_member select * from unnest($1::int[], $2::int[], $3::numeric[], $4::numeric[])',
    [[...inviter.keys()], [...inviter], Array.from(own, String), payers],
  );
  await pool.query('create index on bench_member (inviter)');
  await pool.query('analyze bench_member');
}

/** Every member with everybody above, by a recursive query; then teams and legs by grouping, the differential by a window over each line. */
const settle = `
with recursive line as (
  select id, id as leg, inviter as above, own, fee, 1 as depth from bench_member where inviter >= 0
  union all
  select line.id, line.above, upper.inviter, line.own, line.fee, line.depth + 1
  from line join bench_member upper on upper.id = line.above where upper.inviter >= 0
), legs as (
  select above, leg, sum(own) as own from line group by above, leg
), teams as (
  select above as id, sum(own) as team, max(own) as largest from legs group by above
), levels as (
  select id, team, largest, (select count(*)::int from unnest($1::numeric[]) limits(one) where team - largest >= one) as level from teams
), rates as (
  select line.id, line.fee, line.above, line.depth, coalesce(($2::int[])[levels.level], 0) as rate from line join levels on levels.id = line.above
), steps as (
  select above, fee, rate, coalesce(max(rate) over (partition by id order by depth rows between unbounded preceding and 1 preceding), 0) as paid
  from rates
), differential as (
  select above as id, sum(fee * (rate - paid)) as sum from steps where rate > paid group by above
)
select levels.id, levels.team::text, levels.largest::text, levels.level, coalesce(differential.sum, 0)::text as differential
from levels left join differential using (id)`;

type Row = { id: number; team: string; largest: string; level: number; differential: string };

export async function settleSql(pool: Pool): Promise<Found> {
  const { rows } = await pool.query<Row>(settle, [thresholds.map(String), rule.teamBps]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const read = (what: 'team' | 'largest' | 'differential') => (id: number) =>
    BigInt(byId.get(id)?.[what] ?? 0);
  return {
    team: read('team'),
    largestLeg: read('largest'),
    small: (id) => read('team')(id) - read('largest')(id),
    level: (id) => byId.get(id)?.level ?? 0,
    differential: read('differential'),
  };
}
