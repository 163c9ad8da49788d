import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const memberPushes = {
  'notice.identity': () => refresh('Users/Identity', 'Users/Info'),
  'tx.activation': () => refresh('Users/Info', 'Chain/Activation'),
  'notice.family': () => refresh('Users/myaccount', 'Users/Info'),
} satisfies Partial<PushHandlers>;
