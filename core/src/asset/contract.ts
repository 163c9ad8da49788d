import { z } from 'zod';
import { defineCall, member, open } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, coinId, nothing, paging, timeOut, txHash } from '../kit/schema.ts';

export const balanceRow = z.object({
  coinid: coinId,
  balance: amountOut,
  lockbalance: amountOut,
  available: amountOut,
});

export const balance = defineCall({
  path: 'Users/Balance',
  summary: 'Ledger balances per coin; available = balance − lockbalance.',
  access: member,
  answer: 'list',
  input: nothing,
  output: balanceRow,
});

export const recordOutcomes = ['held', 'paid', 'returned'] as const;

export const userBalanceRecord = defineCall({
  path: 'trade/GetUserBalanceRecord',
  summary: 'Ledger records, newest first: of one coin, or of all.',
  access: member,
  answer: 'list',
  input: z.strictObject({ coinid: coinId.optional(), kind: z.string().max(40).optional(), ...paging }),
  output: z.object({
    id: z.string(),
    time: timeOut,
    kind: z.string(),
    coinid: coinId,
    amount: amountOut,
    balanceafter: amountOut,
    reference: z.string(),
    /** Of a transfer the other member's masked name, of a deposit its sender, of a withdrawal the wallet that it goes to, of what one ordered the shop. */
    counterpart: z.string().nullable(),
    /** What became of the money of a withdrawal or of an order: still held, paid, or given back. */
    outcome: z.enum(recordOutcomes).nullable(),
    /** The transaction of a deposit or of a paid withdrawal. */
    hash: txHash.nullable(),
    /** What is kept of the amount, of a transfer that one sent or a withdrawal. Null where there is none, or it is not known. */
    fee: amountOut.nullable(),
    /** What the amount was worth when it was booked, in USDT, rounded towards nothing; null where nothing says so. */
    usdtvalue: amountOut.nullable(),
    description: z.string(),
  }),
  errors: ['asset.badcoin'],
});

export const creditDetail = defineCall({
  path: 'Users/CreditDetail',
  summary: 'Records of a credit (EQUITY, OBL, POY), newest first.',
  access: member,
  answer: 'list',
  input: z.strictObject({ coinid: z.enum(['EQUITY', 'OBL', 'POY']), ...paging }),
  output: z.object({
    id: z.string(),
    time: timeOut,
    kind: z.string(),
    coinid: coinId,
    amount: amountOut,
    balanceafter: amountOut,
    reference: z.string(),
    description: z.string(),
  }),
});

/** What holds the locked part of a balance: the sum of the rows is `lockbalance`. */
export const locks = defineCall({
  path: 'Wallet/Locks',
  summary: 'What locks the held part of a coin’s balance.',
  access: member,
  answer: 'list',
  input: z.strictObject({ coinid: coinId }),
  output: z.object({
    id: z.string(),
    kind: z.string(),
    amount: amountOut,
    since: timeOut,
    status: z.string(),
  }),
  errors: ['asset.badcoin'],
});

export const coinlist = defineCall({
  path: 'Ctrls/coinlist',
  summary: 'The coins and what may be done with each.',
  access: open,
  answer: 'list',
  input: nothing,
  output: z.object({
    coinid: coinId,
    symbol: z.string(),
    name: z.string(),
    decimals: z.number().int(),
    contract: z.string().optional(),
    deposit: z.boolean(),
    withdraw: z.boolean(),
    transfer: z.boolean(),
  }),
});

export const balanceChanged = definePush({
  push: 'balance',
  summary: 'The coins of one’s balance that an entry changed, as they are now.',
  to: 'member',
  data: z.strictObject({ list: z.array(balanceRow) }),
});
