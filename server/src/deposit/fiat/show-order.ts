import type { FiatOrderRecord } from '@openmere/core/deposit/fiat/contract.ts';
import { formatFiat, priceUp } from '@openmere/core/deposit/fiat/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { MemberActor, OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { countSealed } from '../../platform/files/sealed-pictures.ts';
import { translate } from '../../platform/text.ts';
import { findBars } from '../bar.ts';
import { listBanks } from './bank-store.ts';
import { isUnpaid, listOrders } from './order-store.ts';
import type { ListedOrder } from './order-store.ts';
import { slipPictures } from './slip-kind.ts';
import type { FiatBankRow, FiatOrderRow } from './tables.ts';

type Reader = Pick<Ctx<Pick<MemberActor | OperatorActor, 'from'>>, 'tx' | 'actor'>;

/** Whether the account that an order names is ours to be paid to by now: an order keeps what it showed, the bank may have changed. */
export function isPaidTo(
  { holder, account, bic }: Pick<FiatOrderRow, 'holder' | 'account' | 'bic'>,
  bank: FiatBankRow,
): boolean {
  return bank.open && bank.holder === holder && bank.account === account && bank.bic === bic;
}

/** Why no money should be sent for unpaid orders, by their ids: it could not be credited, or the account is ours no more. */
async function findStops({ tx }: Reader, orders: readonly ListedOrder[]): Promise<Map<string, string>> {
  const unpaid = orders.filter(isUnpaid).map((order) => ({ ...order, sender: '0x' as const }));
  if (unpaid.length === 0) return new Map();
  const bars = await findBars({ tx }, unpaid);
  const banks = await listBanks(tx);
  return new Map(
    unpaid.flatMap((order): [string, string][] => {
      const bar = bars.get(order);
      if (bar) return [[order.id, bar === 'wallet' ? 'deposit.listed' : 'deposit.barred']];
      const isOurs = banks.some((bank) => bank.id === order.bank_id && isPaidTo(order, bank));
      return isOurs ? [] : [[order.id, 'deposit.fiatclosed']];
    }),
  );
}

/** Orders as the wire has them. */
export async function showOrders(ctx: Reader, orders: readonly ListedOrder[]): Promise<FiatOrderRecord[]> {
  const { tx, actor } = ctx;
  const now = await businessNow(tx);
  const stops = await findStops(ctx, orders);
  const textOf = (stop: string | undefined) => stop && { stop: translate(actor.from.locale, stop) };
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
    ...textOf(stops.get(order.id)),
    reason: order.reason,
    credited: order.credited === null ? null : formatAmount(order.credited),
    ended: order.ended_at?.toISOString() ?? null,
  }));
}

export async function showOrder(ctx: Reader, id: string): Promise<FiatOrderRecord> {
  const [record] = await showOrders(ctx, await listOrders(ctx.tx, { id, limit: 1 }));
  if (!record) throw new Error(`the order ${id} was just written`);
  return record;
}
