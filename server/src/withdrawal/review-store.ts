import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { firstIdAt } from '../platform/ids.ts';

export type Reviews = { waiting: number; decided: number; medianSeconds: number | null };

/**
 * Withdrawals that people decide on: how many wait, and how long the decision took for those asked for since then, in the middle.
 * Indexes withdrawal_queue, withdrawal_approval_pkey, withdrawal_step_pkey.
 */
export async function measureReviews(tx: Db | Tx, since: Date): Promise<Reviews> {
  const { rows } = await sql<{ waiting: bigint; decided: bigint; median: bigint | null }>`
    select (select count(*) from withdrawal where status = 'reviewing' and decider <> 'none') as waiting, count(*) as decided,
      percentile_disc(0.5) within group (order by extract(epoch from step.at - w.requested_at)::bigint) as median
    from (select distinct withdrawal_id as id from withdrawal_approval where withdrawal_id >= ${firstIdAt('wdr', since)}) by_people
    join withdrawal w using (id)
    join lateral (
      select min(at) as at from withdrawal_step where withdrawal_id = w.id and status in ('approved', 'rejected')
    ) step on step.at is not null
    where w.deposit_id is null`.execute(tx);
  const [row] = rows;
  const median = row?.median ?? null;
  return {
    waiting: Number(row?.waiting ?? 0n),
    decided: Number(row?.decided ?? 0n),
    medianSeconds: median === null ? null : Number(median),
  };
}
