import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const rewardPushes = {
  reward: () =>
    refresh(
      'Users/Rewards',
      'Users/mytotal',
      'Users/TotalMy',
      'Users/TotalDayMy',
      'Reward/Pools',
      // A settlement also says who is of which level.
      'Users/Info',
      'Users/teamtotal',
      'Users/CaptainInfo',
    ),
} satisfies Partial<PushHandlers>;
