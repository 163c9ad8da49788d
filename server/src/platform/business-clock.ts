import { sql } from 'kysely';
import type { Db, Tx } from './db/connect.ts';

/**
 * The time that days, periods, windows and holds go by: the system's, but ahead of it on a development chain that was moved into
 * the future (`POST /dev/advance`), by as much as the chain's. Sessions, codes and the rhythm of jobs go by the system's clock.
 * In SQL: `business_now()`.
 */
export async function businessNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the business clock did not answer');
  return row.now;
}

/** So long the offset is believed: who moves time waits longer than this for what becomes due. */
const KEPT_MS = 200;

/** The same for what is asked very often, from the system's time: the offset is read a few times a second, whoever asks. */
export function createBusinessClock(db: Db): (now: Date) => Promise<Date> {
  let kept = { at: Number.NEGATIVE_INFINITY, offset: Promise.resolve(0) };
  return async (now) => {
    const at = performance.now();
    if (at - kept.at > KEPT_MS) {
      const offset = readBusinessClock(db).then(({ offsetMs }) => offsetMs);
      kept = { at, offset };
      // What failed is asked again by the next.
      offset.catch(() => (kept = { at: Number.NEGATIVE_INFINITY, offset: Promise.resolve(0) }));
    }
    return new Date(now.getTime() + (await kept.offset));
  };
}

/** `offsetMs`: ahead of the system's clock; `targetMs`: what it is being moved to, the same when nothing is under way. */
export type ClockState = { offsetMs: number; targetMs: number };

export async function readBusinessClock(db: Db | Tx): Promise<ClockState> {
  const { rows } = await sql<{ offset_ms: bigint; target_ms: bigint }>`
    select offset_ms, target_ms from business_clock`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the business clock has no row');
  return { offsetMs: Number(row.offset_ms), targetMs: Number(row.target_ms) };
}

/** Notes where the clock is being moved to, before the chain is: whoever finds it begun brings it to its end. */
export async function beginAdvance(db: Db, targetMs: number): Promise<void> {
  await sql`update business_clock set target_ms = ${targetMs}`.execute(db);
}

/** The chain's clock is there: now this one is, too. */
export async function endAdvance(db: Db): Promise<void> {
  await sql`update business_clock set offset_ms = target_ms where offset_ms < target_ms`.execute(db);
}

const LOCK = 7_730_300;

/** Who moves the clock holds it, over all processes; it is free again when the connection ends. @returns whether it is held now. */
export async function tryHoldClock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${LOCK}) as got`.execute(
    connection,
  );
  return rows[0]?.got === true;
}

export async function releaseClock(connection: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
}
