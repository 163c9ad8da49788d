import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const mallPushes = {
  order: () =>
    refresh(
      'Order/List',
      'Order/Counts',
      'Order/First',
      'Order/ShopList',
      'Order/ShopCounts',
      'Order/ShopFirst',
      'Goods/ShopStatement',
      'Goods/ShopGoods',
    ),
} satisfies Partial<PushHandlers>;
