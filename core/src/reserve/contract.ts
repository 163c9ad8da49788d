import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { amountOut, coinId, nothing, timeOut } from '../kit/schema.ts';

/**
 * Where the way out of a reorganisation stands: `none` · `found` (nothing rolled back; the first or second yes is missing) ·
 * `toodeep` (deeper than the kept hashes) · `rollingback` (approved, the indexer does it) · `reading` (the new blocks) ·
 * `booking` (the list is complete; gone money waits for two operators).
 */
export const reorgStages = ['none', 'found', 'toodeep', 'rollingback', 'reading', 'booking'] as const;
export type ReorgStage = (typeof reorgStages)[number];

export const adminReorg = defineCall({
  path: 'Admin/Reorg',
  summary: 'A final block that changed: how deep, which step comes next, and what was credited and is gone.',
  access: operator('risk', 'finance', 'admin'),
  answer: 'data',
  input: nothing,
  output: z.object({
    stage: z.enum(reorgStages),
    foundat: timeOut.nullable(),
    /** The last applied block when it was found, the last one that both chains share, and how far is read now. */
    block: z.number().int().nullable(),
    common: z.number().int().nullable(),
    cursor: z.number().int().nullable(),
    /** Payouts of ours that are gone: `open` (two operators may let them be sent again) or `sending`, until they are final. */
    resend: z.enum(['none', 'open', 'sending']),
    /**
     * What was applied and is not on the chain. `gone`: not booked yet · `booked`: its loss stands in suspense · `back`: it
     * came again after that, and is taken out of suspense by the next booking. Without coin: no money hangs on it.
     */
    rows: z.array(
      z.object({
        kind: z.string(),
        hash: z.string(),
        block: z.number().int(),
        userid: z.string().nullable(),
        nickname: z.string().nullable(),
        coinid: coinId.nullable(),
        amount: amountOut.nullable(),
        /** `out`: a payment of ours that is gone, so that the reserve holds more than the ledger says. */
        direction: z.enum(['in', 'out', 'inside']).nullable(),
        state: z.enum(['gone', 'booked', 'back']),
        /**
         * Of a payment of ours that is gone: whether another transaction is proved to have used its nonce, so that it can never be
         * sent again; `asked`: two operators want a new signature; `signed`: it is being sent.
         */
        again: z.enum(['none', 'proved', 'asked', 'signed']).nullable(),
      }),
    ),
  }),
});
