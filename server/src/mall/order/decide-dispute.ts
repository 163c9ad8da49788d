import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type {
  adminDispute,
  adminDisputeDecide,
  adminDisputes,
} from '@openmere/core/mall/console-contract.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { listNicknames } from '../../member/store.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { findAfterSale } from './after-sale-store.ts';
import { decideDispute } from './conclude.ts';
import { listSales } from './dispute-store.ts';
import type { SaleWithOrder } from './dispute-store.ts';
import { findOrder } from './order-store.ts';
import { showWhole } from './show-order.ts';

type OperatorCtx = Pick<Ctx<OperatorActor>, 'tx' | 'actor'>;
type Shown = CallResult<typeof adminDisputes>['list'][number];
const PAGE_SIZE = 50;

/** Admin/Disputes: those that wait, oldest first; decided ones, newest first. */
export async function listDisputes(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminDisputes>,
): Promise<CallResult<typeof adminDisputes>> {
  const { status = 'disputed' } = input;
  return readPage(
    { ...input, list: `disputes ${status}`, size: PAGE_SIZE },
    (after, limit) => listSales(ctx.tx, { status, after, limit }),
    ({ sale }) => sale.id,
    (rows) => showRows(ctx, rows),
  );
}

async function showRows({ tx }: Pick<Ctx, 'tx'>, rows: readonly SaleWithOrder[]): Promise<Shown[]> {
  const nicknames = await listNicknames(
    tx,
    rows.flatMap(({ order }) => [order.member_id, order.seller_id]),
  );
  const personOf = (userid: string) => ({ userid, nickname: nicknames.get(userid) ?? '' });
  return rows.map(({ sale, order }) => ({
    id: sale.id,
    orderid: order.id,
    serial: order.serial,
    time: sale.created_at.toISOString(),
    buyer: personOf(order.member_id),
    seller: personOf(order.seller_id),
    coinid: order.coin_id,
    total: formatAmount(order.total),
    amount: formatAmount(sale.amount),
    given: sale.given === null ? null : formatAmount(sale.given),
    status: sale.status,
    reason: sale.reason,
  }));
}

/** Admin/Dispute: what both sides wrote and showed; not the address, which decides nothing. Refusal: nodispute. */
export async function getDispute(
  ctx: Pick<Ctx, 'tx'>,
  { id }: CallParsed<typeof adminDispute>,
): Promise<CallResult<typeof adminDispute>> {
  const sale = await findAfterSale(ctx.tx, id);
  const order = sale && (await findOrder(ctx.tx, sale.order_id));
  if (!order) throw new Refusal('mall.nodispute');
  const { address: _address, ...whole } = await showWhole(ctx, { order, to: 'shop' });
  return whole;
}

/** Admin/DisputeDecide. Refusals in order: nodispute, badrefund, badtext. Stands in the audit log. */
export async function decideAsOperator(
  ctx: OperatorCtx & { onPosted?: OnPosted },
  { id, amount, reason }: CallParsed<typeof adminDisputeDecide>,
): Promise<CallResult<typeof adminDisputeDecide>> {
  const { tx, actor, onPosted } = ctx;
  const toBuyer = parseAmount(amount) ?? -1n;
  const order = await decideDispute({ tx, onPosted }, { afterSaleId: id, toBuyer, reason });
  await recordAudit(tx, actor, {
    action: 'order.decide',
    subject: id,
    detail: { order: order.id, amount, coin: order.coin_id, total: formatAmount(order.total), reason },
  });
  return { status: order.status, refunded: formatAmount(order.refunded_coin + order.refunded_obl) };
}
