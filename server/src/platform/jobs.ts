import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './db/connect.ts';
import type { Log } from './log.ts';
import type { Listener } from './notify.ts';

export type JobOptions = {
  db: Db;
  name: string;
  everyMs: number;
  timeoutMs: number;
  /** One run at a time over all processes, by an advisory lock held while it runs. */
  leader: boolean;
  /**
   * So long after its last success the job is late, which health shows and an alarm tells. Null: its success shows
   * elsewhere. Default: three rounds and a minute.
   */
  lateMs?: number | null;
  log?: Log;
  /** Wakes the job when something is said on the channel. */
  wakeOn?: { listener: Listener; channel: string };
};

/** `wake` runs it as soon as possible; `stop` aborts the signal and waits for the run to end. */
export type Job = { wake(): void; stop(): Promise<void> };

/** Channel on which somebody asks for a run now; the payload is the job's name. */
export const JOB_CHANNEL = 'job_asked';

/** What heals is tried again within this time, or with the next round of a slower job. */
const BACKOFF_MS_MAX = 10_000;
const LATE_ROUNDS = 3;
const LATE_MS = 60_000;
const ERROR_LENGTH_MAX = 500;

/**
 * Runs `work` again and again: every `everyMs`, when woken, and after a failure with a growing pause (up to 10 s).
 * The last run and error stand in job_run. A run that outlives `timeoutMs` has its signal aborted and counts as failed.
 */
export function runJob(options: JobOptions, work: (signal: AbortSignal) => Promise<void>): Job {
  const stopping = new AbortController();
  let wakeUp: () => void = () => undefined;
  let woken = true;
  let failures = 0;

  const wake = (): void => {
    woken = true;
    wakeUp();
  };
  const pause = async (ms: number): Promise<void> => {
    if (woken || stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  };
  const loop = async (): Promise<void> => {
    const unsubscribe = await options.wakeOn?.listener.on(options.wakeOn.channel, wake);
    while (!stopping.signal.aborted) {
      woken = false;
      const failed = await runOnce(options, stopping.signal, work);
      failures = failed ? failures + 1 : 0;
      // After a failure the pause grows, and waking does not cut it short: a broken world is not hammered.
      if (failed) woken = false;
      const growing = Math.min(options.everyMs * 2 ** Math.min(failures, 10), BACKOFF_MS_MAX);
      await pause(failed ? growing : options.everyMs);
    }
    unsubscribe?.();
  };
  const running = loop();
  // A failure here is the database's; it is reported when the job is stopped.
  running.catch((error: unknown) => options.log?.error({ job: options.name, error }, 'job loop ended'));
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wakeUp();
      await running.catch(() => undefined);
    },
  };
}

/** Asks for a run of a job that listens for it. @returns since when, for {@link isJobDone}. */
export async function askJob(db: Db, name: string): Promise<Date> {
  const { rows } = await sql<{ asked: Date }>`
    select pg_notify(${JOB_CHANNEL}, ${name}), clock_timestamp() as asked`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not say what time it is');
  return row.asked;
}

export type JobRun = {
  started_at: Date;
  finished_at: Date | null;
  failed_at: Date | null;
  failures: number;
  last_error: string | null;
};

/** How the last run of a job ended; null before its first. */
export async function findJobRun(db: Db, name: string): Promise<JobRun | null> {
  const { rows } = await sql<JobRun>`
    select started_at, finished_at, failed_at, failures, last_error from job_run where name = ${name}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Whether a run that began after `since` has ended well. */
export async function isJobDone(db: Db, name: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from job_run where name = ${name} and started_at > ${since} and finished_at >= started_at`.execute(
    db,
  );
  return rows.length > 0;
}

/** @returns whether the run failed. Not being the leader is no failure. */
async function runOnce(
  options: JobOptions,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  try {
    if (!options.leader) {
      await recordRun(options, stopping, work);
      return false;
    }
    await options.db.connection().execute(async (connection) => {
      const key = lockKey(options.name);
      const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(
        connection,
      );
      if (!rows[0]?.got) return;
      try {
        await recordRun(options, stopping, work);
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection);
      }
    });
    return false;
  } catch (error) {
    if (stopping.aborted) return false;
    options.log?.error({ job: options.name, error }, 'job failed');
    return true;
  }
}

async function recordRun(
  options: JobOptions,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { db, name, everyMs, lateMs = everyMs * LATE_ROUNDS + LATE_MS } = options;
  await sql`insert into job_run (name, started_at, runs, late_after_ms) values (${name}, now(), 1, ${lateMs})
    on conflict (name) do update set started_at = now(), runs = job_run.runs + 1,
      late_after_ms = excluded.late_after_ms`.execute(db);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(options.timeoutMs)]);
  try {
    await work(signal);
    if (signal.aborted && !stopping.aborted)
      throw new Error(`job ${name} took longer than ${options.timeoutMs} ms`);
    await sql`update job_run set finished_at = now(), failures = 0, last_error = null where name = ${name}`.execute(
      db,
    );
  } catch (error) {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH_MAX);
    await sql`update job_run set failed_at = now(), failures = failures + 1, last_error = ${text} where name = ${name}`.execute(
      db,
    );
    throw error;
  }
}

/** A stable 64-bit key of the job's name, as PostgreSQL's advisory locks want it. */
function lockKey(name: string): bigint {
  return createHash('sha256').update(`openmere job ${name}`).digest().readBigInt64BE();
}
