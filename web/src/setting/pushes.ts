import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

/** A change of the rules reaches every process of the server within a second; and not all apps ask in the same one. */
const SPREAD_MS = [2_000, 10_000] as const;

export const settingPushes = {
  version: () => {
    const [least, most] = SPREAD_MS;
    setTimeout(() => void refresh('Ctrls/GetAppVersion'), least + Math.random() * (most - least));
  },
} satisfies Partial<PushHandlers>;
