import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const rewardPushes = {
  reward: () =>
    refresh(
      'Users/Rewards',
      'Users/RewardDetail',
      'Users/mytotal',
      'Users/TotalMy',
      'Users/TotalDayMy',
      'Reward/Pools',
      // It posts without a word to each: POY, EQUITY and power that it moved, and dividends.
      'Users/Balance',
      'Users/CreditDetail',
      'trade/GetUserBalanceRecord',
      'Users/GetMyEnergy',
      'Cast/Info',
      'Cast/Deductions',
      'Node/Mine',
      // A settlement also says who is of which level, and that another day has begun.
      'Users/Info',
      'Users/teamtotal',
      'Users/Tdmf',
      'Users/CaptainInfo',
      'Users/CaptainUsers',
    ),
} satisfies Partial<PushHandlers>;
