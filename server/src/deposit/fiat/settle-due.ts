import { nextFiat } from '@openmere/core/deposit/fiat/state.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { businessNow } from '../../platform/business-clock.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { Rows } from '../../platform/rows.ts';
import { readSettings } from '../../setting/read.ts';
import { announceFiat } from './announce.ts';
import { listUnclaimed } from './line-store.ts';
import { changeOrder, listExpired, lockOrder } from './order-store.ts';
import { suspendLine } from './suspend.ts';

const BATCH = 200;
const DAY_MS = 86_400_000;

/**
 * What becomes due by the business clock: orders that nobody paid in time expire, money that nobody claimed for some days goes into
 * suspense. One transaction each; one that fails is passed over, and thrown when all others have moved. @returns how many moved.
 */
export async function settleDueFiat(ctx: {
  db: Db;
  onPosted?: OnPosted;
  signal?: AbortSignal;
}): Promise<number> {
  const { db, onPosted, signal } = ctx;
  const now = await businessNow(db);
  const rows = new Rows();
  let moved = 0;
  for (const id of await listExpired(db, now, BATCH)) {
    if (signal?.aborted) return moved;
    moved += (await rows.attempt(id, () => inTransaction(db, (tx) => expire(tx, id, now)))) ?? 0;
  }
  const { fiatSuspenseDays } = await readSettings(db);
  const since = new Date(now.getTime() - fiatSuspenseDays * DAY_MS);
  for (const id of await listUnclaimed(db, since, BATCH)) {
    if (signal?.aborted) return moved;
    moved += (await rows.attempt(id, () => inTransaction(db, (tx) => suspendIfFree(tx, id, onPosted)))) ?? 0;
  }
  rows.end();
  return moved;
}

async function expire(tx: Tx, id: string, now: Date): Promise<number> {
  const order = await lockOrder(tx, id);
  const next = order && nextFiat(order.status, 'expire');
  if (!order || next === undefined || order.expires_at > now) return 0;
  await changeOrder(tx, id, { status: next, ended_at: now });
  await announceFiat(tx, order, next);
  return 1;
}

/** An operator may have decided on it meanwhile. */
async function suspendIfFree(tx: Tx, id: string, onPosted: OnPosted | undefined): Promise<number> {
  try {
    await suspendLine({ tx, onPosted }, { id, note: '' });
    return 1;
  } catch (error) {
    // Looked at before anything was written: nothing is half done.
    if (error instanceof Refusal) return 0;
    throw error;
  }
}
