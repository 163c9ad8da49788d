import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';

/** What waits, and since when. */
export async function listQueues(
  tx: Tx,
): Promise<{ name: string; waiting: number; oldest: string | null }[]> {
  const { rows } = await sql<{ name: string; waiting: bigint; oldest: Date | null }>`
    select 'withdrawal ' || s.status as name, coalesce(w.waiting, 0) as waiting, w.oldest
    from unnest(array['reviewing', 'approved', 'sending', 'sent']) as s(status)
    left join (select status, count(*) as waiting, min(status_at) as oldest from withdrawal
      where status in ('reviewing', 'approved', 'sending', 'sent') group by status) w on w.status = s.status
    union all
    select 'withdrawal failed, not released', count(*), min(status_at) from withdrawal
    where status = 'failed' and released_at is null
    union all
    select 'mail', count(*), min(created_at) from mail_outbox where dead_at is null
    union all
    select 'mail given up', count(*), min(created_at) from mail_outbox where dead_at is not null
    union all
    select 'deposit seen', count(*), min(seen_at) from deposit where status = 'seen'`.execute(tx);
  return rows.map(({ name, waiting, oldest }) => ({
    name,
    waiting: Number(waiting),
    oldest: oldest === null ? null : oldest.toISOString(),
  }));
}
