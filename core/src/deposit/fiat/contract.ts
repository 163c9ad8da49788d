import { z } from 'zod';
import { defineCall, member } from '../../kit/call.ts';
import { definePush } from '../../kit/push.ts';
import { amountOut, cursorText, idText, nothing, paging, requestId, timeOut } from '../../kit/schema.ts';
import { fiatStates } from './state.ts';

/** Depositing bank money (rulebook §4). Amounts of a currency have its own places; `usdt` is in USDT. */

export const currencyCode = z.string().regex(/^[A-Z]{3}$/);
/** What an operator or a member typed in one line. */
export const lineText = (least: number, most: number) =>
  z
    .string()
    .trim()
    .min(least)
    .max(most)
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f]*$/);

export const fiatBanks = defineCall({
  path: 'Wallet/FiatBanks',
  summary: 'Currencies and banks that bank money can be deposited with now; none while it is not offered.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** Least and most USDT of one order. */
    least: amountOut,
    most: amountOut,
    /** What the member may still order within these 24 hours, in USDT. */
    left: amountOut,
    currencies: z.array(
      z.object({
        currency: currencyCode,
        decimals: z.number().int(),
        /** One USDT with the spread, in the currency: for a first look while one types. */
        price: amountOut,
        banks: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  }),
  errors: ['deposit.barred', 'deposit.listed', 'deposit.nocountry', 'deposit.cooling'],
});

export const fiatQuote = defineCall({
  path: 'Wallet/FiatQuote',
  summary: 'What an amount of bank money gives in USDT, held for some minutes (15).',
  access: member,
  answer: 'data',
  input: z.strictObject({
    currency: currencyCode,
    bank: idText,
    amount: z.string().max(18),
  }),
  output: z.object({
    /** To be given to Wallet/FiatOrder as it is. */
    quote: z.string(),
    currency: currencyCode,
    amount: z.string(),
    usdt: amountOut,
    /** What the operators set for one USDT, and when; with the spread in bps on it. */
    rate: amountOut,
    ratetime: timeOut,
    spreadbps: z.number().int(),
    price: amountOut,
    until: timeOut,
    /** The server's own clock of business, against which `until` counts. */
    now: timeOut,
  }),
  errors: [
    'deposit.barred',
    'deposit.listed',
    'deposit.nocountry',
    'deposit.cooling',
    'deposit.fiatclosed',
    'deposit.fiatamount',
    'deposit.fiattoosmall',
    'deposit.fiattoomuch',
    'deposit.fiatday',
  ],
  rate: { perMinute: 120, burst: 60 },
});

export const fiatOrderRecord = z.object({
  id: z.string(),
  time: timeOut,
  status: z.enum(fiatStates),
  currency: currencyCode,
  amount: z.string(),
  usdt: amountOut,
  price: amountOut,
  payer: z.string(),
  bank: z.object({ name: z.string(), holder: z.string(), account: z.string(), bic: z.string() }),
  reference: z.string(),
  /** To be paid until; what the bank books later goes by the rate of the day when it is confirmed. */
  expires: timeOut,
  now: timeOut,
  /** How many pictures of the slip were sent. */
  slips: z.number().int(),
  /** Why no money should be sent for it any more, in plain words; absent where it may, or is no more to be paid. */
  stop: z.string().optional(),
  /** Why it was rejected. */
  reason: z.string(),
  /** What was credited, once it was. */
  credited: amountOut.nullable(),
  ended: timeOut.nullable(),
});
export type FiatOrderRecord = z.output<typeof fiatOrderRecord>;

export const fiatOrder = defineCall({
  path: 'Wallet/FiatOrder',
  summary:
    'Orders a deposit by bank at a quote: bank details, a reference to write on the transfer, and until when.',
  access: member,
  answer: 'data',
  input: z.strictObject({
    requestId,
    quote: cursorText,
    /** Name on the account that the money comes from. */
    payer: lineText(2, 70),
  }),
  output: fiatOrderRecord,
  errors: [
    'ledger.keyconflict',
    'deposit.barred',
    'deposit.listed',
    'deposit.nocountry',
    'deposit.cooling',
    'deposit.fiatquoteold',
    'deposit.fiatclosed',
    'deposit.fiatpending',
    'deposit.fiattoosmall',
    'deposit.fiattoomuch',
    'deposit.fiatday',
  ],
});

export const fiatProof = defineCall({
  path: 'Wallet/FiatProof',
  summary: 'A picture of the bank’s slip for an order (field upfile): sealed, seen by operators only.',
  access: member,
  transport: 'multipart',
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: fiatOrderRecord,
  errors: [
    'deposit.fiatpdf',
    'setting.notpicture',
    'setting.picturetoobig',
    'deposit.fiatnoorder',
    'deposit.fiatstate',
    'deposit.fiatslips',
  ],
  rate: { perMinute: 6, burst: 6 },
});

export const fiatOrders = defineCall({
  path: 'Wallet/FiatOrders',
  summary: 'Own deposits by bank, newest first; with `id` only that one.',
  access: member,
  answer: 'list',
  input: z.strictObject({ id: idText.optional(), ...paging }),
  output: fiatOrderRecord,
});

export const fiatMoved = definePush({
  push: 'fiat',
  summary: 'An order by bank has gone on.',
  to: 'member',
  data: z.strictObject({ id: z.string(), status: z.enum(fiatStates) }),
});
