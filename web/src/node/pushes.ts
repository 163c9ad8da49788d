import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const nodePushes = {
  'node.medal': () => refresh('Node/Mine', 'Node/Types', 'trade/Liquidity', 'Users/Info'),
  'node.permit': () => refresh('Node/Allow'),
  'node.sales': () => refresh('Node/Types'),
} satisfies Partial<PushHandlers>;
