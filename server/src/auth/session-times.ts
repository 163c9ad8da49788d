import type { ReadCtx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';

const DAY_MS = 24 * 3_600_000;

/** However much it is used, a session ends after half a year (T05: an absolute limit beside the sliding one). */
export const SESSION_END_MS = 180 * DAY_MS;

/** A session unused for this long ends: 30 days unless configured (rulebook §1), never beyond the absolute limit. */
export async function sessionIdleMs(ctx: ReadCtx): Promise<number> {
  const { tx } = ctx;
  const { sessionDays } = await readSettings(tx);
  return Math.min(SESSION_END_MS, sessionDays * DAY_MS);
}
