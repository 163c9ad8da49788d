import {
  adminGoodsTypeDel,
  adminGoodsTypes,
  adminGoodsTypeSave,
} from '@openmere/core/mall/console-goods-contract.ts';
import {
  adminGoods,
  adminGoodsCommentHide,
  adminGoodsComments,
  adminGoodsHide,
  adminOrder,
  adminOrders,
} from '@openmere/core/mall/console-look-contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listTypeTree, removeType, saveType } from './goods/change-types.ts';
import { hideComment, listCommentsForConsole } from './goods/hide-comment.ts';
import { hideGoods, listGoodsForConsole } from './goods/hide-goods.ts';
import { getOrderForConsole, listOrdersForConsole } from './order/console-orders.ts';

/** What operators look after in the mall, shops and their disputes apart. */
export function mallConsoleRoutes(api: Api): void {
  serveTx(api, adminGoodsTypes, listTypeTree);
  serveTx(api, adminGoodsTypeSave, saveType);
  serveTx(api, adminGoodsTypeDel, removeType);
  serveTx(api, adminGoods, listGoodsForConsole);
  serveTx(api, adminGoodsHide, hideGoods);
  serveTx(api, adminGoodsComments, listCommentsForConsole);
  serveTx(api, adminGoodsCommentHide, hideComment);
  serveTx(api, adminOrders, listOrdersForConsole);
  serveTx(api, adminOrder, getOrderForConsole);
}
