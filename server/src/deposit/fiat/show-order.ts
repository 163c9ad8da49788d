import type { FiatOrderRecord } from '@openmere/core/deposit/fiat/contract.ts';
import { formatFiat, priceUp } from '@openmere/core/deposit/fiat/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { countSealed } from '../../platform/files/sealed-pictures.ts';
import { listOrders } from './order-store.ts';
import type { ListedOrder } from './order-store.ts';
import { slipPictures } from './slip-kind.ts';

/** Orders as the wire has them. */
export async function showOrders(
  { tx }: Pick<Ctx, 'tx'>,
  orders: readonly ListedOrder[],
): Promise<FiatOrderRecord[]> {
  const now = await businessNow(tx);
  const slips = await countSealed(
    tx,
    slipPictures,
    orders.map(({ id }) => id),
  );
  return orders.map((order) => ({
    id: order.id,
    time: order.made_at.toISOString(),
    status: order.status,
    currency: order.currency,
    amount: formatFiat(order.amount, order.decimals),
    usdt: formatAmount(order.usdt),
    price: formatAmount(priceUp({ priceE18: order.price_e18, spreadBps: order.spread_bps })),
    payer: order.payer,
    bank: { name: order.bank_name, holder: order.holder, account: order.account, bic: order.bic },
    reference: order.reference,
    expires: order.expires_at.toISOString(),
    now: now.toISOString(),
    slips: slips.get(order.id) ?? 0,
    reason: order.reason,
    credited: order.credited === null ? null : formatAmount(order.credited),
    ended: order.ended_at?.toISOString() ?? null,
  }));
}

export async function showOrder(ctx: Pick<Ctx, 'tx'>, id: string): Promise<FiatOrderRecord> {
  const [record] = await showOrders(ctx, await listOrders(ctx.tx, { id, limit: 1 }));
  if (!record) throw new Error(`the order ${id} was just written`);
  return record;
}
