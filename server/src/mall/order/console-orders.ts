import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminOrder, adminOrders } from '@openmere/core/mall/console-look-contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findEntryByKey } from '../../ledger/entries.ts';
import { listNicknames } from '../../member/store.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import { findShops } from '../shop/shop-store.ts';
import { keysOfEntries } from './entries.ts';
import { findLines, findOrder, listOrders } from './order-store.ts';
import type { OrderQuery } from './order-store.ts';
import { showWhole } from './show-order.ts';
import type { OrderRow } from './tables.ts';

const PAGE_SIZE = 50;
type Input = CallParsed<typeof adminOrders>;

/** Admin/Orders, newest first. */
export async function listOrdersForConsole(
  ctx: Pick<Ctx, 'tx'>,
  { cursor, pageSize, ...filter }: Input,
): Promise<CallResult<typeof adminOrders>> {
  return readPage(
    { list: `console orders ${JSON.stringify(filter)}`, size: PAGE_SIZE, cursor, pageSize },
    (after, limit) => listOrders(ctx.tx, { ...queryOf(filter), after, limit }),
    ({ id }) => id,
    (rows) => showRows(ctx, rows),
  );
}

function queryOf(filter: Omit<Input, 'cursor' | 'pageSize'>): Omit<OrderQuery, 'limit'> {
  const { status, aftersale, search, shopid, userid, from, to } = filter;
  return {
    status,
    isRefunding: aftersale === '1',
    ...(search?.startsWith('ord_') ? { id: search } : { serial: search?.toUpperCase() }),
    shopId: shopid,
    memberId: userid,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

async function showRows(
  { tx }: Pick<Ctx, 'tx'>,
  rows: readonly OrderRow[],
): Promise<CallResult<typeof adminOrders>['list']> {
  const shops = await findShops(
    tx,
    rows.map(({ shop_id }) => shop_id),
  );
  const lines = await findLines(
    tx,
    rows.map(({ id }) => id),
  );
  const nicknames = await listNicknames(
    tx,
    rows.flatMap(({ member_id, seller_id }) => [member_id, seller_id]),
  );
  const personOf = (userid: string) => ({ userid, nickname: nicknames.get(userid) ?? '' });
  return rows.map((row) => ({
    id: row.id,
    serial: row.serial,
    time: row.created_at.toISOString(),
    status: row.status,
    refund: row.refund,
    coinid: row.coin_id,
    total: formatAmount(row.total),
    refunded: formatAmount(row.refunded_coin + row.refunded_obl),
    shop: { id: row.shop_id, name: shops.get(row.shop_id)?.name ?? '' },
    buyer: personOf(row.member_id),
    seller: personOf(row.seller_id),
    goods: (lines.get(row.id) ?? []).map(({ name, quantity }) => `${name} × ${quantity}`).join(', '),
  }));
}

/** Admin/Order: with what the ledger says of it; not the address, which an operator does not need. Refusal: noorder. */
export async function getOrderForConsole(
  ctx: Pick<Ctx, 'tx'>,
  { id }: CallParsed<typeof adminOrder>,
): Promise<CallResult<typeof adminOrder>> {
  const { tx } = ctx;
  const order = await findOrder(tx, id);
  if (!order) throw new Refusal('mall.noorder');
  const { address: _address, ...whole } = await showWhole(ctx, { order, to: 'shop' });
  const entries: CallResult<typeof adminOrder>['entries'] = [];
  for (const key of keysOfEntries(order)) {
    const entry = await findEntryByKey(tx, key);
    if (!entry) continue;
    entries.push({
      id: entry.entryId,
      time: entry.time.toISOString(),
      kind: entry.kind,
      postings: entry.postings.map(({ source, destination, asset, amount }) => ({
        source,
        destination,
        coinid: asset,
        amount: formatAmount(amount),
      })),
    });
  }
  return { ...whole, division: divisionOf(order), entries };
}

function divisionOf({ status, commission_bps, shop_part, margin_part, fee_part }: OrderRow) {
  if (status !== 'completed' || commission_bps === null) return null;
  return {
    shop: formatAmount(shop_part),
    margin: formatAmount(margin_part),
    fee: formatAmount(fee_part),
    ratebps: commission_bps,
  };
}
