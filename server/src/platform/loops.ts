import { sql } from 'kysely';
import type { Db, Tx } from './db/connect.ts';

/** Something that runs again and again, and when it last did what it is for. */
export type Loop = {
  name: string;
  /** Null: never yet. */
  succeededAt: Date | null;
  /** Since the last success; of what never succeeded, since it is known. */
  ageMs: number;
  lateAfterMs: number;
  isLate: boolean;
  /** Why it failed last; null after a success. */
  problem: string | null;
};

/** The follower's polls have a row of their own (chain_cursor), written with what they saw. */
export const CHAIN_LOOP = 'chain-poll';
/** A poll comes every second; ten seconds lie between two tries at most. */
const CHAIN_LATE_MS = 30_000;

/** All loops that have run, by name, as of one moment. */
export async function listLoops(db: Db | Tx, chainId: number): Promise<Loop[]> {
  type Row = { name: string; at: Date | null; age_ms: bigint; late_ms: number; problem: string | null };
  const { rows } = await sql<Row>`
    select name, at, (extract(epoch from now() - coalesce(at, since)) * 1000)::int8 as age_ms, late_ms, problem
    from (
      select name, finished_at as at, since, late_after_ms as late_ms, last_error as problem
      from job_run where late_after_ms is not null
      union all
      select ${CHAIN_LOOP}, polled_at, moved_at, ${CHAIN_LATE_MS}, problem from chain_cursor where chain_id = ${chainId}
    ) as loop order by name`.execute(db);
  return rows.map(({ name, at, age_ms, late_ms, problem }) => {
    const ageMs = Math.max(0, Number(age_ms));
    return { name, succeededAt: at, ageMs, lateAfterMs: late_ms, isLate: ageMs > late_ms, problem };
  });
}

/** Since when the chain does not answer: the last poll that succeeded, once the next is late; undefined while it answers. */
export async function findChainSilence(db: Db | Tx, chainId: number): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`
    select coalesce(polled_at, moved_at) as since from chain_cursor
    where chain_id = ${chainId} and coalesce(polled_at, moved_at) < now() - make_interval(secs => ${CHAIN_LATE_MS / 1000})`.execute(
    db,
  );
  return rows[0]?.since;
}

/** Notes a success of a loop that is no job of its own. */
export async function recordSuccess(db: Db, name: string, lateMs: number): Promise<void> {
  await sql`insert into job_run (name, started_at, finished_at, runs, late_after_ms)
    values (${name}, now(), now(), 1, ${lateMs})
    on conflict (name) do update set finished_at = now(), runs = job_run.runs + 1,
      late_after_ms = excluded.late_after_ms`.execute(db);
}

/** When a job last ended well. */
export async function readJobTime(tx: Tx, name: string): Promise<string | null> {
  const { rows } = await sql<{ finished_at: Date | null }>`
    select finished_at from job_run where name = ${name}`.execute(tx);
  return rows[0]?.finished_at?.toISOString() ?? null;
}
