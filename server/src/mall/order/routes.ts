import * as calls from '@openmere/core/mall/order-contract.ts';
import { serve, serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { actOnAfterSale, openAfterSale } from './after-sale.ts';
import { createOrders } from './create.ts';
import { cancelByShop, cancelOrder, receiveOrder, shipOrder } from './deliver.ts';
import {
  countMyOrders,
  countMyShop,
  getMyOrder,
  getShopOrder,
  listMyOrders,
  listShopOrders,
} from './list.ts';
import { payOrders } from './pay.ts';
import type { PayDeps } from './pay.ts';

export type OrderDeps = PayDeps;

/** Both sides of an order. Paying opens its transaction itself: the payment password is looked at before. */
export function orderRoutes(api: Api, deps: OrderDeps): void {
  const { onPosted } = deps;
  serveTx(api, calls.orderCreate, createOrders);
  serve(api, calls.orderPay, payOrders, deps);
  serveTx(api, calls.orderList, listMyOrders);
  serveTx(api, calls.orderCounts, countMyOrders);
  serveTx(api, calls.orderFirst, getMyOrder);
  serveTx(api, calls.orderCancel, cancelOrder, { onPosted });
  serveTx(api, calls.orderReceive, receiveOrder, { onPosted });
  serveTx(api, calls.orderAfterSale, openAfterSale, { onPosted });
  serveTx(api, calls.orderAfterSaleAct, actOnAfterSale, { onPosted });
  serveTx(api, calls.orderShopList, listShopOrders);
  serveTx(api, calls.orderShopCounts, countMyShop);
  serveTx(api, calls.orderShopFirst, getShopOrder);
  serveTx(api, calls.orderShip, shipOrder, { onPosted });
  serveTx(api, calls.orderShopCancel, cancelByShop, { onPosted });
}
