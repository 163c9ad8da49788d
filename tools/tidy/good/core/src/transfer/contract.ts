import { definePush } from '@openmere/core/kit/push.ts';
import { z } from 'zod';

export const transferReceived = definePush({
  push: 'notice.transfer',
  summary: 'Another member sent something.',
  to: 'member',
  data: z.strictObject({}),
});
