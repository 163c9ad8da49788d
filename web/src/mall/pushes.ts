import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const mallPushes = {
  order: () => refresh('Order/List', 'Order/First', 'Order/ShopList', 'Order/ShopFirst'),
} satisfies Partial<PushHandlers>;
