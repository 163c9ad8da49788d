import { nextAfterSale } from '@openmere/core/mall/after-sale.ts';
import { nextOrder } from '@openmere/core/mall/order-state.ts';
import { findOutboundLock } from '../../ledger/outbound.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { findFamily } from '../../member/store.ts';
import { businessNow } from '../../platform/business-clock.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { Rows } from '../../platform/rows.ts';
import { readSettings } from '../../setting/read.ts';
import { changeAfterSale, listAfterSales, listUnanswered } from './after-sale-store.ts';
import { announceOrders, noticeOrders } from './announce.ts';
import { dropLocked } from './conclude.ts';
import { cancelLocked, noteEvent, settleLocked } from './move.ts';
import type { MoveCtx } from './move.ts';
import { changeOrder, listDueOrders, listEvents, listLateOrders, lockFreeOrder } from './order-store.ts';
import type { OrderRow } from './tables.ts';

export type DueDeps = {
  db: Db;
  onPosted?: OnPosted | undefined;
  signal?: AbortSignal | undefined;
  /** For tests: called after each order, so that one can die there. */
  onStep?: (id: string) => void;
};

const BATCH = 200;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Looks at one order that is held; false when there is nothing to do after all. */
type Step = (ctx: MoveCtx, order: OrderRow) => Promise<boolean>;

/**
 * What becomes due by the business clock: unpaid orders expire, shipped ones are completed, requests that nobody answered move on, and
 * who waits for an order that is not shipped is told. One transaction an order; one that somebody else holds just now is passed over and comes again, as is one that fails, which is thrown
 * when all others have moved.
 * @returns how many orders moved.
 */
export async function settleDueOrders(ctx: DueDeps): Promise<number> {
  const { db } = ctx;
  const now = await businessNow(db);
  const { mallShipHours } = await readSettings(db);
  const paidBefore = new Date(now.getTime() - mallShipHours * HOUR_MS);
  const rows = new Rows();
  const deps = { ...ctx, rows };
  const moved =
    (await settleAll(deps, (limit) => listDueOrders(db, 'expire', now, limit), expire)) +
    (await settleAll(deps, (limit) => listUnanswered(db, now, limit), goOn)) +
    (await settleAll(deps, (limit) => listDueOrders(db, 'complete', now, limit), complete)) +
    (await settleAll(deps, (limit) => listLateOrders(db, paidBefore, limit), remindLate));
  rows.end();
  return moved;
}

async function settleAll(
  deps: DueDeps & { rows: Rows },
  list: (limit: number) => Promise<string[]>,
  step: Step,
): Promise<number> {
  const { db, onPosted, signal, onStep, rows } = deps;
  let moved = 0;
  const seen = new Set<string>();
  for (;;) {
    const ids = (await list(BATCH + rows.failed)).filter((id) => !seen.has(id));
    if (ids.length === 0) return moved;
    for (const id of ids) {
      if (signal?.aborted) return moved;
      seen.add(id);
      const settle = async (tx: Tx): Promise<boolean> => {
        const order = await lockFreeOrder(tx, id);
        return order ? step({ tx, now: await businessNow(tx), onPosted }, order) : false;
      };
      if (await rows.attempt(id, () => inTransaction(db, settle))) moved += 1;
      onStep?.(id);
    }
  }
}

const expire: Step = async (ctx, order) => {
  if (!nextOrder(order, 'expire') || order.pay_by > ctx.now) return false;
  const happened = { kind: 'expired', by: 'system' } as const;
  await cancelLocked(ctx, { order, move: 'expire', reason: 'expired', happened });
  return true;
};

/**
 * While nothing may leave the buyer's family, an order is not completed by itself: it comes again a day later, for at most as long as
 * it waited already (decision 0281). While money back was asked for it did not wait.
 */
async function putOff({ tx, now }: MoveCtx, { id, member_id, shipped_at }: OrderRow): Promise<boolean> {
  if (shipped_at === null || !(await findOutboundLock(tx, await findFamily(tx, member_id)))) return false;
  const { mallReceiveDays } = await readSettings(tx);
  const stood = (await listAfterSales(tx, id)).reduce(
    (sum, { created_at, ended_at }) => sum + (ended_at ?? now).getTime() - created_at.getTime(),
    0,
  );
  const last = shipped_at.getTime() + 2 * mallReceiveDays * DAY_MS + stood;
  if (now.getTime() >= last) return false;
  const receiveBy = new Date(Math.min(now.getTime() + DAY_MS, last));
  await announceOrders(tx, [await changeOrder(tx, id, { receive_by: receiveBy })]);
  return true;
}

const complete: Step = async (ctx, order) => {
  if (!nextOrder(order, 'receive') || order.receive_by === null || order.receive_by > ctx.now) return false;
  if (await putOff(ctx, order)) return true;
  await settleLocked(ctx, { order, move: 'receive', happened: { kind: 'completed', by: 'system' } });
  return true;
};

/** Once: the shop is reminded, and the buyer hears that nothing binds them to wait. The order stays as it is (decision 0260). */
const remindLate: Step = async (ctx, order) => {
  const events = await listEvents(ctx.tx, order.id);
  if (order.status !== 'pendingshipment' || events.some(({ kind }) => kind === 'late')) return false;
  await noteEvent(ctx, { orderId: order.id, kind: 'late', by: 'system' });
  await announceOrders(ctx.tx, [order]);
  await noticeOrders(ctx.tx, [order], 'toship');
  await noticeOrders(ctx.tx, [order], 'late');
  return true;
};

const goOn: Step = async (ctx, order) => {
  const sale = (await listAfterSales(ctx.tx, order.id)).find(({ ended_at }) => ended_at === null);
  if (!sale?.answer_by || sale.answer_by > ctx.now) return false;
  const next = nextAfterSale(sale.status, 'silence', 'system');
  if (next === 'withdrawn')
    await dropLocked(ctx, { order, sale, happened: { kind: 'withdrawn', by: 'system' } });
  if (next !== 'disputed') return next !== undefined;
  await changeAfterSale(ctx.tx, sale.id, { status: 'disputed', answer_by: null });
  await noteEvent(ctx, { orderId: order.id, kind: 'disputed', by: 'system' });
  await announceOrders(ctx.tx, [order]);
  return true;
};
