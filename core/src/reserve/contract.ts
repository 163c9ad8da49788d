import { z } from 'zod';
import { defineCall, member, open, operator } from '../kit/call.ts';
import { amountOut, chainAddress, coinId, nothing, timeOut } from '../kit/schema.ts';

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
        /** The block in which the same transaction says something else at its place; that is not applied. */
        replaced: z.number().int().nullable(),
        /**
         * Of a payment of ours that is gone: whether another transaction is proved to have used its nonce, so that it can never be
         * sent again; `asked`: two operators want a new signature; `signed`: it is being sent.
         */
        again: z.enum(['none', 'proved', 'asked', 'signed']).nullable(),
      }),
    ),
  }),
});

const hashText = z.string().regex(/^[0-9a-f]{64}$/);
/** Whole base units, 10^-18 of a coin. */
const unitsText = z.string().regex(/^(0|[1-9]\d{0,44})$/);
const dayInput = z.strictObject({ day: z.iso.date().optional() });

export const reserves = defineCall({
  path: 'Wallet/Reserves',
  summary:
    'Proof of reserves of a day (without one: of the newest): what members have of each coin, with the root of its tree, and what lies on chain at the same block, with what banks hold as we declare it. Null before the first.',
  access: open,
  answer: 'data',
  input: dayInput,
  output: z
    .object({
      day: z.iso.date(),
      takenat: timeOut,
      chainid: z.number().int(),
      block: z.number().int(),
      blockhash: z.string(),
      /** SHA-256 of the statement (core/src/reserve/proof.ts). */
      hash: hashText,
      treasury: z.string(),
      /** Where the treasury’s cold money lies; null in proofs of before it was asked. */
      coldaddress: z.string().nullable(),
      /** Where the chain keeps the hash, and the final block at which it was seen there; null until then. */
      published: z
        .object({ contract: chainAddress, publisher: chainAddress, block: z.number().int() })
        .nullable(),
      coins: z.array(
        z.object({
          coinid: coinId,
          leaves: z.number().int(),
          /** Empty where nobody has any. */
          root: z.union([hashText, z.literal('')]),
          /** What members have, in base units as it was hashed, and as an amount. */
          sum: unitsText,
          members: amountOut,
          /** Pools, fees that are not divided yet, and what waits in suspense; of POY the USDT among it that is reserved for it. */
          setaside: amountOut,
          /** On the treasury and on deposit addresses at that block. */
          onchain: amountOut,
          /** At the cold address: what was swept there, as far as it lies there at that block. */
          cold: amountOut,
          /** In banks, as operators declared it by their statements: no chain proves it. */
          bank: amountOut,
          addresses: z.number().int(),
        }),
      ),
    })
    .nullable(),
});

export const reserveProof = defineCall({
  path: 'Wallet/ReserveProof',
  summary:
    'The member’s own leaf of each coin and its neighbours up to the root, of a day (without one: of the newest).',
  access: member,
  answer: 'data',
  input: dayInput,
  output: z
    .object({
      day: z.iso.date(),
      userid: z.string(),
      /** Coins of which the member had anything. */
      coins: z.array(
        z.object({
          coinid: coinId,
          nonce: hashText,
          amount: unitsText,
          path: z.array(z.object({ side: z.enum(['left', 'right']), hash: hashText, sum: unitsText })),
        }),
      ),
    })
    .nullable(),
});
