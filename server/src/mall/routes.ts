import {
  collectGoods,
  collectGoodsDel,
  comment,
  commentByGoods,
  getGoodsPage,
  getGoodsTypePage,
  getMyGoodsCollect,
  goodsFirst,
  goodsTypeFirst,
  isCollect,
  mallShopInfo,
} from '@openmere/core/mall/goods-contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { cartRoutes } from './cart/routes.ts';
import { checkCollected, collect, dropCollected, listCollection } from './goods/collect.ts';
import { commentOnGoods, listCommentsOf } from './goods/comment.ts';
import { getGoods, getShop } from './goods/get-goods.ts';
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
  serveTx(api, goodsFirst, getGoods);
  serveTx(api, mallShopInfo, getShop);
  serveTx(api, getMyGoodsCollect, listCollection);
  serveTx(api, collectGoods, collect);
  serveTx(api, collectGoodsDel, dropCollected);
  serveTx(api, isCollect, checkCollected);
  serveTx(api, commentByGoods, listCommentsOf);
  serveTx(api, comment, commentOnGoods);
}
