import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { beginOf, monthAfter, monthOf } from '@openmere/core/mall/month.ts';
import type { shopSold, shopStatement } from '@openmere/core/mall/shop-desk-contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { businessNow } from '../../platform/business-clock.ts';
import { readPage } from '../../platform/cursor.ts';
import { getOwnShop } from '../shop/own-shop.ts';
import type { OwnerCtx } from '../shop/own-shop.ts';
import { heldOfShop, listSold, sumOfShop } from './order-store.ts';

const PAGE_SIZE = 100;

/** From its first moment, before that of the next. */
const periodOf = (month: string) => ({
  from: new Date(beginOf(month)),
  to: new Date(beginOf(monthAfter(month, 1))),
});

/** Goods/ShopStatement: of the month of now unless told. Refusal: noshop. */
export async function getStatement(
  ctx: OwnerCtx,
  { month: asked }: CallParsed<typeof shopStatement>,
): Promise<CallResult<typeof shopStatement>> {
  const { tx } = ctx;
  const shop = await getOwnShop(ctx);
  const last = monthOf((await businessNow(tx)).toISOString());
  const month = asked ?? last;
  const sums = await sumOfShop(tx, { shopId: shop.id, ...periodOf(month) });
  const held = await heldOfShop(tx, shop.id);
  const coins = [...new Set([...sums.map(({ coinId }) => coinId), ...held.keys()])].toSorted();
  return {
    month,
    first: monthOf(shop.created_at.toISOString()),
    last,
    coins: coins.map((coinid) => {
      const sum = sums.find(({ coinId }) => coinId === coinid);
      return {
        coinid,
        orders: sum?.orders ?? 0,
        sales: formatAmount(sum?.total ?? 0n),
        refunds: formatAmount(sum?.refunded ?? 0n),
        commission: formatAmount(sum?.commission ?? 0n),
        received: formatAmount(sum?.received ?? 0n),
        held: formatAmount(held.get(coinid) ?? 0n),
      };
    }),
  };
}

/** Goods/ShopSold: what the statement of a month comes from. Refusal: noshop. */
export async function listSoldOf(
  ctx: OwnerCtx,
  input: CallParsed<typeof shopSold>,
): Promise<CallResult<typeof shopSold>> {
  const { id: shopId } = await getOwnShop(ctx);
  const { month } = input;
  return readPage(
    { ...input, list: `sold ${shopId} ${month}`, size: PAGE_SIZE },
    (before: { at: string; id: string } | undefined, limit) =>
      listSold(ctx.tx, {
        shopId,
        ...periodOf(month),
        before: before && { at: new Date(before.at), id: before.id },
        limit,
      }),
    (row) => ({ at: row.completed_at?.toISOString() ?? '', id: row.id }),
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        serial: row.serial,
        time: (row.completed_at ?? row.created_at).toISOString(),
        coinid: row.coin_id,
        sales: formatAmount(row.total),
        refunds: formatAmount(row.refunded_coin + row.refunded_obl),
        commission: formatAmount(row.margin_part + row.fee_part),
        received: formatAmount(row.shop_part),
      })),
  );
}
