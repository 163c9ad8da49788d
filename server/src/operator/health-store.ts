import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';

/** A process writes every five seconds; three missed beats mean that it is gone. */
const ALIVE_S = 15;

type Reserve = {
  coin_id: string;
  chain_amount: bigint;
  ledger_amount: bigint;
  block_number: bigint;
  equal: boolean;
  checked_at: Date;
};

export async function listReserves(tx: Tx, chainId: number): Promise<Reserve[]> {
  const { rows } = await sql<Reserve>`
    select coin_id, chain_amount, ledger_amount, block_number, equal, checked_at from reserve_check
    where chain_id = ${chainId} order by coin_id`.execute(tx);
  return rows;
}

export type ChainState = {
  chainid: number;
  head: number | null;
  finalized: number | null;
  cursor: number | null;
  lagms: number | null;
  polled: string | null;
  problem: string | null;
};

/** `lagms`: the lag that the last good poll saw, and how long ago that was; null before the first. */
export async function readChainState(tx: Tx, chainId: number): Promise<ChainState> {
  const { rows } = await sql<{
    block_number: bigint;
    head_number: bigint | null;
    final_number: bigint | null;
    lag_ms: bigint | null;
    polled_at: Date | null;
    problem: string | null;
  }>`select block_number, head_number, final_number, polled_at, problem,
    lag_ms + (greatest(0, extract(epoch from now() - polled_at)) * 1000)::int8 as lag_ms
    from chain_cursor where chain_id = ${chainId}`.execute(tx);
  const row = rows[0];
  const number = (value: bigint | null | undefined): number | null =>
    value === null || value === undefined ? null : Number(value);
  return {
    chainid: chainId,
    head: number(row?.head_number),
    finalized: number(row?.final_number),
    cursor: number(row?.block_number),
    lagms: number(row?.lag_ms),
    polled: row?.polled_at?.toISOString() ?? null,
    problem: row?.problem ?? null,
  };
}

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

export async function listProcesses(tx: Tx): Promise<{ name: string; alive: boolean; lastseen: string }[]> {
  const { rows } = await sql<{ name: string; alive: boolean; last_seen: Date }>`
    select name, last_seen > now() - make_interval(secs => ${ALIVE_S}) as alive, last_seen
    from process_heartbeat order by name`.execute(tx);
  return rows.map(({ name, alive, last_seen }) => ({ name, alive, lastseen: last_seen.toISOString() }));
}

/** When a job last ended well. */
export async function readJobTime(tx: Tx, name: string): Promise<string | null> {
  const { rows } = await sql<{ finished_at: Date | null }>`
    select finished_at from job_run where name = ${name}`.execute(tx);
  return rows[0]?.finished_at?.toISOString() ?? null;
}
