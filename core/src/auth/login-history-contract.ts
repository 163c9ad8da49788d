import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { paging, timeOut } from '../kit/schema.ts';

export const logins = defineCall({
  path: 'Users/Logins',
  summary:
    'Logins of the last half year, newest first: those that came through, and those that stopped at a mailed code or the second factor.',
  access: member,
  answer: 'list',
  input: z.strictObject(paging),
  output: z.object({
    id: z.string(),
    time: timeOut,
    kind: z.enum(['mail', 'password', 'wallet', 'register', 'passkey']),
    /** What was known was right, and what should have followed was missing or wrong. */
    stopped: z.boolean(),
    /** From a device that was not seen before. */
    isnew: z.boolean(),
    device: z.string(),
    ip: z.string(),
    country: z.string().nullable(),
  }),
});
