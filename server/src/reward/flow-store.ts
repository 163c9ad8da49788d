import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { RewardFlowTable } from './tables.ts';

export type Flow = Selectable<RewardFlowTable>;

/** How far the journal of a pool was read, locked until the transaction ends. */
export async function lockFlowCursor(tx: Tx, pool: string, coinId: string): Promise<bigint> {
  await sql`insert into reward_flow_cursor (pool, coin_id, row_id) values (${pool}, ${coinId}, 0)
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ row_id: bigint }>`
    select row_id from reward_flow_cursor where pool = ${pool} and coin_id = ${coinId} for update`.execute(
    tx,
  );
  return rows[0]?.row_id ?? 0n;
}

export async function saveFlowCursor(tx: Tx, pool: string, coinId: string, row: bigint): Promise<void> {
  await sql`update reward_flow_cursor set row_id = ${row} where pool = ${pool} and coin_id = ${coinId}`.execute(
    tx,
  );
}

/** Adds to the sums of a day. */
export async function addFlows(tx: Tx, flows: readonly Flow[]): Promise<void> {
  for (const flow of flows) {
    await sql`insert into reward_flow as f (pool, coin_id, day, kind, income, outgo, last_at)
      values (${flow.pool}, ${flow.coin_id}, ${flow.day}, ${flow.kind}, ${flow.income}, ${flow.outgo}, ${flow.last_at})
      on conflict (pool, coin_id, day, kind) do update set income = f.income + excluded.income,
        outgo = f.outgo + excluded.outgo, last_at = greatest(f.last_at, excluded.last_at)`.execute(tx);
  }
}

export type FlowSum = {
  pool: string;
  coin_id: string;
  kind: string;
  income: bigint;
  outgo: bigint;
  income_since: bigint;
  outgo_since: bigint;
  /** The UTC day of the first. */
  first_day: number;
  last_at: Date;
};

/** All that ever flowed through the pools by kind, and of it what did since a day. A few hundred rows a pool and year. */
export async function sumFlows(db: Db | Tx, since: number): Promise<FlowSum[]> {
  const { rows } = await sql<FlowSum>`
    select pool, coin_id, kind, sum(income) as income, sum(outgo) as outgo, min(day) as first_day, max(last_at) as last_at,
      coalesce(sum(income) filter (where day >= ${since}), 0) as income_since,
      coalesce(sum(outgo) filter (where day >= ${since}), 0) as outgo_since
    from reward_flow group by pool, coin_id, kind order by pool, coin_id, kind`.execute(db);
  return rows;
}
