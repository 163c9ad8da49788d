import type { PushHandlers } from '../../platform/live.ts';
import { refresh } from '../../platform/query.ts';

export const shopPushes = {
  shop: () => refresh('Users/Shopinfo'),
} satisfies Partial<PushHandlers>;
