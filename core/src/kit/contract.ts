import { z } from 'zod';
import { definePush } from './push.ts';

/** Sent by the socket itself. */
export const resync = definePush({
  push: 'resync',
  summary: 'Too much was missed to be sent again; everything shown may be old.',
  to: 'member',
  data: z.strictObject({}),
});

/** Sent by platform/notices.ts for whatever a domain has to say to one member. */
export const personalNotice = definePush({
  push: 'notice.personal',
  summary: 'Something important was told to the member; Ctrls/Notices has it.',
  to: 'member',
  data: z.strictObject({ id: z.string() }),
});
