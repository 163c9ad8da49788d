import { z } from 'zod';
import { definePush } from '../kit/push.ts';
import { haltKinds } from './halt.ts';

export const haltChanged = definePush({
  push: 'halt',
  summary: 'Payouts are halted, or go on again.',
  to: 'everyone',
  data: z.discriminatedUnion('halted', [
    z.strictObject({ halted: z.literal(true), kind: z.enum(haltKinds) }),
    z.strictObject({ halted: z.literal(false) }),
  ]),
});
