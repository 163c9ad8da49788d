import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';

/**
 * Locks what leaves an account family (the main member's id) until a time. Only ever extends; the clock is the business clock.
 * @returns until when it is locked now; a freeze, which has no end, is not counted.
 */
export async function setOutboundLock(tx: Tx, family: string, until: Date): Promise<Date> {
  const [row] = await askWith(tx)<{ until: Date }>('select ledger.set_outbound_lock($1, $2) as until', [
    family,
    until,
  ]);
  return row?.until ?? until;
}

/** The same for a time from now by the business clock, for rules such as "24 hours". */
export async function lockOutboundFor(tx: Tx, family: string, hours: number): Promise<Date> {
  const [row] = await askWith(tx)<{ until: Date }>(
    'select ledger.set_outbound_lock($1, business_now() + make_interval(hours => $2)) as until',
    [family, hours],
  );
  if (!row) throw new Error('the lock was not written');
  return row.until;
}

/** A freeze has no end that is known: ledger.freeze_outbound writes this year. */
const ENDLESS_YEAR = 9999;

export function isFrozenUntil(until: Date): boolean {
  return until.getUTCFullYear() >= ENDLESS_YEAR;
}

/** Why nothing leaves: `ledger.frozen`, or `ledger.locked` { until }. */
export function outboundRefusal(until: Date): Refusal {
  return isFrozenUntil(until)
    ? new Refusal('ledger.frozen')
    : new Refusal('ledger.locked', { until: until.toISOString() });
}

/** Until when the family is locked; undefined when it is not, by the business clock. */
export async function findOutboundLock(db: Db | Tx, family: string): Promise<Date | undefined> {
  const rows = await askWith(db)<{ locked_until: Date }>(
    'select locked_until from ledger.outbound_lock where family = $1 and locked_until > business_now()',
    [family],
  );
  return rows[0]?.locked_until;
}

/** The same of many: until when each that is locked is. */
export async function listOutboundLocks(
  db: Db | Tx,
  families: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await askWith(db)<{ family: string; locked_until: Date }>(
    'select family, locked_until from ledger.outbound_lock where family = any($1) and locked_until > business_now()',
    [families],
  );
  return new Map(rows.map(({ family, locked_until }) => [family, locked_until]));
}

/** Nothing leaves the family until it is thawed: no end is known, so the lock has none. */
export async function freezeOutbound(tx: Tx, family: string): Promise<void> {
  await askWith(tx)('select ledger.freeze_outbound($1)', [family]);
}

/** Ends a freeze. What was locked besides, before or meanwhile, stays locked for its own time. */
export async function thawOutbound(tx: Tx, family: string): Promise<void> {
  await askWith(tx)('select ledger.thaw_outbound($1)', [family]);
}
