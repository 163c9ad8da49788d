import type { InputOf } from '@openmere/core/calls.ts';
import { call, CallRefused } from '../../platform/api-client.ts';
import { fromHere, replace } from '../../platform/history.ts';
import { refresh } from '../../platform/query.ts';
import { forgetRequest, lastInputOf, requestIdOf } from '../../platform/request-id.ts';
import { PAY_PATH } from './order-data.ts';

export type OrderRequest = Omit<InputOf<'Order/Create'>, 'requestId' | 'sums'>;
type Sums = InputOf<'Order/Create'>['sums'];

const FORM = 'order.create';

/**
 * Places the orders and goes on to pay them. Sent again after a lost answer, they are the same orders, at the prices of then. `sums`:
 * what they come to as it is shown; where that has changed nothing is ordered, and what has changed is read anew.
 */
export async function createOrders(request: OrderRequest, sums?: Sums): Promise<void> {
  const here = fromHere();
  const input = { requestId: requestIdOf(FORM, request), ...request };
  const { list } = await call('Order/Create', sums ? { ...input, sums } : input).catch(readAnew);
  forgetRequest(FORM);
  // The way back leads to the cart, not to a checkout of what has been ordered.
  here(() => replace(PAY_PATH, { ids: list.map((order) => order.id).join(',') }));
  void refresh('Goods/GetShopCar', 'Goods/GoodsFirst', 'Order/List', 'Order/Counts');
}

async function readAnew(failure: unknown): Promise<never> {
  if (failure instanceof CallRefused && failure.reason.startsWith('mall.')) {
    // It was answered: nothing of it may still come true.
    forgetRequest(FORM);
    await refresh('Goods/GetShopCar', 'Goods/GoodsFirst', 'Users/GetMyAddress');
  }
  throw failure;
}

/** What was sent and never answered; undefined where there is no such request. */
export function unanswered(): OrderRequest | undefined {
  return lastInputOf(FORM) as OrderRequest | undefined;
}
