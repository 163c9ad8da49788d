import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const activityPushes = {
  'activity.bonus': () => refresh('Activity/Info', 'Users/Rewards', 'Users/mytotal', 'Users/TotalMy'),
  'activity.buyback': () => refresh('Activity/Pool', 'Reward/Pools'),
  'activity.places': () => refresh('Activity/Info', 'Activity/Places'),
} satisfies Partial<PushHandlers>;
