import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const rewardPushes = {
  reward: () =>
    refresh('Users/Rewards', 'Users/mytotal', 'Users/TotalMy', 'Users/TotalDayMy', 'Reward/Pools'),
} satisfies Partial<PushHandlers>;
