import { getGoodsPage, getGoodsTypePage, goodsTypeFirst } from '@openmere/core/mall/goods-contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listGoods } from './goods/list-goods.ts';
import { getType, listTypes } from './goods/list-types.ts';

export function mallRoutes(api: Api): void {
  serveTx(api, getGoodsTypePage, listTypes);
  serveTx(api, goodsTypeFirst, getType);
  serveTx(api, getGoodsPage, listGoods);
}
