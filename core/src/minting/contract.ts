import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { amountOut, nothing } from '../kit/schema.ts';

export const getMyEnergy = defineCall({
  path: 'Users/GetMyEnergy',
  summary: 'Hash power: what one has of each kind, what is used up, and whether mining is active.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** Left of what was minted. */
    personal: amountOut,
    dynamic: amountOut,
    bonus: amountOut,
    /** Used up, of all kinds. */
    out: amountOut,
    /** Personal power of everybody below. */
    team: amountOut,
    /** What the next settlement counts: old enough, and only while mining is active with that. */
    active: amountOut,
    /** Mining is active above this much personal power; with `inclusive` from it on. */
    threshold: amountOut,
    inclusive: z.boolean(),
    mining: z.boolean(),
    /** EQUITY left: each POY needs one. */
    equity: amountOut,
  }),
});
