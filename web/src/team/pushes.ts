import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const teamPushes = {
  'notice.team': () => refresh('Users/teamtotal', 'Users/Tdmf', 'Users/CaptainUsers'),
} satisfies Partial<PushHandlers>;
