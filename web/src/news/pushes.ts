import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const newsPushes = {
  'notice.personal': () => Promise.all([refresh('Ctrls/Notices'), refresh('Ctrls/NoticeRead')]),
} satisfies Partial<PushHandlers>;
