import { z } from 'zod';
import { definePush } from './push.ts';

/** Sent by the socket itself. */
export const resync = definePush({
  push: 'resync',
  summary: 'Too much was missed to be sent again; everything shown may be old.',
  to: 'member',
  data: z.strictObject({}),
});
