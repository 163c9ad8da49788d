import { z } from 'zod';
import { defineCall, open } from '../kit/call.ts';
import { nothing, timeOut } from '../kit/schema.ts';
import { haltKinds } from '../ledger/halt.ts';
import { settingTypes } from '../setting/define.ts';
import { entranceNames } from '../setting/pause.ts';

/** What operators do, as far as everybody may know it: no names, no facts of a halt (docs/decisions/0264). */
export const walletStatus = defineCall({
  path: 'Wallet/Status',
  summary:
    'How payouts go: withdrawals that wait for people and how long these take, what is paused, halts of 90 days, and the last changes of public rules.',
  access: open,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** Withdrawals that people decide on: how many wait, and the median of 30 days in seconds; null below ten. */
    reviews: z.object({ waiting: z.number().int(), medianseconds: z.number().int().nullable() }),
    /** What the guard has paused, as in `index`. */
    paused: z.array(z.object({ what: z.enum(entranceNames), since: timeOut, reason: z.string().nullable() })),
    /** Newest first, in plain words of the asked language; `ended` is null while payouts stand still. */
    halts: z.array(
      z.object({
        kind: z.enum(haltKinds),
        reason: z.string(),
        since: timeOut,
        ended: timeOut.nullable(),
      }),
    ),
    /** Newest first; values as in Ctrls/GetConfig. */
    changes: z.array(
      z.object({
        idx: z.string(),
        type: z.enum(settingTypes),
        before: z.string(),
        after: z.string(),
        time: timeOut,
      }),
    ),
  }),
});
