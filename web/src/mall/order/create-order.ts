import type { InputOf } from '@openmere/core/calls.ts';
import { call } from '../../platform/api-client.ts';
import { readDraft } from '../../platform/drafts.ts';
import { replace } from '../../platform/history.ts';
import { refresh } from '../../platform/query.ts';
import { forgetRequest, requestIdOf } from '../../platform/request-id.ts';
import { payPath } from './order-data.ts';

export type OrderRequest = Omit<InputOf<'Order/Create'>, 'requestId'>;

const form = 'order.create';

/** Places the orders and goes on to pay them. Sent again after a lost answer, they are the same orders. */
export async function createOrders(request: OrderRequest): Promise<void> {
  const { list } = await call('Order/Create', { requestId: requestIdOf(form, request), ...request });
  forgetRequest(form);
  // The way back leads to the cart, not to a checkout of what has been ordered.
  replace(payPath, { ids: list.map((order) => order.id).join(',') });
  void refresh('Goods/GetShopCar', 'Goods/GoodsFirst', 'Order/List');
}

/** What was sent and never answered; undefined where there is no such request. */
export function unanswered(): OrderRequest | undefined {
  const { input } = readDraft(form);
  return input === undefined ? undefined : (JSON.parse(input) as OrderRequest);
}
