import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type {
  orderCounts,
  orderFirst,
  orderList,
  orderShopCounts,
  orderShopFirst,
  orderShopList,
} from '@openmere/core/mall/order-contract.ts';
import { ORDERS_COUNTED_MAX } from '@openmere/core/mall/order-rules.ts';
import { COMMENT_DAYS } from '@openmere/core/mall/rating.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { countUnanswered } from '../shop/shop-comment-store.ts';
import { findShopOfMember } from '../shop/shop-store.ts';
import { countOrders, countShopOrders, findOrder, listOrders, listToComment } from './order-store.ts';
import type { OrderQuery } from './order-store.ts';
import { showOrders, showWhole } from './show-order.ts';

const DAY_MS = 86_400_000;
type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** Order/List: one's own, newest first. */
export async function listMyOrders(
  ctx: MemberCtx,
  input: CallParsed<typeof orderList>,
): Promise<CallResult<typeof orderList>> {
  if (input.tocomment === '1') return listMineToComment(ctx, input);
  const query = { memberId: ctx.actor.id, status: input.tab };
  return listPage(ctx, input, { list: `orders ${ctx.actor.id} ${input.tab ?? ''}`, query });
}

/** By when they were completed: that is what the days for a comment begin with. */
async function listMineToComment(
  { tx, actor }: MemberCtx,
  input: CallParsed<typeof orderList>,
): Promise<CallResult<typeof orderList>> {
  const since = await commentableSince(tx);
  return readPage(
    { ...input, list: `orders to comment ${actor.id}` },
    (before: { at: string; id: string } | undefined, limit) =>
      listToComment(tx, {
        memberId: actor.id,
        since,
        before: before && { at: new Date(before.at), id: before.id },
        limit,
      }),
    (row) => ({ at: row.completed_at?.toISOString() ?? '', id: row.id }),
    (rows) => showOrders({ tx }, rows),
  );
}

async function commentableSince(tx: Tx): Promise<Date> {
  return new Date((await businessNow(tx)).getTime() - COMMENT_DAYS * DAY_MS);
}

/** Order/Counts. */
export async function countMyOrders({ tx, actor }: MemberCtx): Promise<CallResult<typeof orderCounts>> {
  const since = await commentableSince(tx);
  return countOrders(tx, { memberId: actor.id, since, limit: ORDERS_COUNTED_MAX });
}

/** Order/ShopList: those of one's own shop. Refuses noshop. */
export async function listShopOrders(
  ctx: MemberCtx,
  input: CallParsed<typeof orderShopList>,
): Promise<CallResult<typeof orderShopList>> {
  const shop = await findShopOfMember(ctx.tx, ctx.actor.id);
  if (!shop) throw new Refusal('mall.noshop');
  const query = { shopId: shop.id, status: input.tab, isRefunding: input.aftersale === '1' };
  const list = `shop orders ${shop.id} ${input.tab ?? ''} ${input.aftersale ?? ''}`;
  return listPage(ctx, input, { list, query });
}

/** Order/ShopCounts. Refuses noshop. */
export async function countMyShop({ tx, actor }: MemberCtx): Promise<CallResult<typeof orderShopCounts>> {
  const shop = await findShopOfMember(tx, actor.id);
  if (!shop) throw new Refusal('mall.noshop');
  const ask = { shopId: shop.id, limit: ORDERS_COUNTED_MAX };
  return { ...(await countShopOrders(tx, ask)), comments: await countUnanswered(tx, ask) };
}

async function listPage(
  { tx }: MemberCtx,
  input: { cursor?: string | undefined; pageSize?: number | undefined },
  { list, query }: { list: string; query: Omit<OrderQuery, 'limit'> },
): Promise<CallResult<typeof orderList>> {
  return readPage(
    { ...input, list },
    (after, limit) => listOrders(tx, { ...query, after, limit }),
    ({ id }) => id,
    (rows) => showOrders({ tx }, rows),
  );
}

/** Order/First. Refuses noorder, also for somebody else's. */
export async function getMyOrder(
  ctx: MemberCtx,
  input: CallParsed<typeof orderFirst>,
): Promise<CallResult<typeof orderFirst>> {
  const order = await findOrder(ctx.tx, input.id);
  if (order?.member_id !== ctx.actor.id) throw new Refusal('mall.noorder');
  return showWhole(ctx, { order, to: 'buyer' });
}

/** Order/ShopFirst: the same for the owner of its shop. */
export async function getShopOrder(
  ctx: MemberCtx,
  input: CallParsed<typeof orderShopFirst>,
): Promise<CallResult<typeof orderShopFirst>> {
  const order = await findOrder(ctx.tx, input.id);
  if (order?.seller_id !== ctx.actor.id) throw new Refusal('mall.noorder');
  return showWhole(ctx, { order, to: 'shop' });
}
