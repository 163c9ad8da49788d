import { getGoodsPage, getGoodsTypePage, goodsTypeFirst } from '@openmere/core/mall/goods-contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { cartRoutes } from './cart/routes.ts';
import { listGoods } from './goods/list-goods.ts';
import { getType, listTypes } from './goods/list-types.ts';
import { orderRoutes } from './order/routes.ts';
import type { OrderDeps } from './order/routes.ts';

export function mallRoutes(api: Api, deps: OrderDeps): void {
  cartRoutes(api);
  orderRoutes(api, deps);
  serveTx(api, getGoodsTypePage, listTypes);
  serveTx(api, goodsTypeFirst, getType);
  serveTx(api, getGoodsPage, listGoods);
}
