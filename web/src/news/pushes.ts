import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const newsPushes = {
  'notice.news': () => refresh('Ctrls/News', 'Ctrls/NewsFirst', 'Ctrls/Unread'),
  'notice.personal': () => refresh('Ctrls/Notices', 'Ctrls/Unread'),
} satisfies Partial<PushHandlers>;
