import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const mintingPushes = {
  'tx.minting': () =>
    refresh(
      'Users/GetMyEnergy',
      'Cast/Info',
      'Cast/Records',
      'Usdo/Info',
      'Usdo/Records',
      'Users/Balance',
      'Users/Info',
    ),
} satisfies Partial<PushHandlers>;
