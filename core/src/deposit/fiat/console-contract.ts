import { z } from 'zod';
import { defineCall, operator } from '../../kit/call.ts';
import { dryRunHash } from '../../kit/dry-run.ts';
import {
  amountOut,
  decimalText,
  idText,
  paging,
  searchText,
  timeOut,
  wholeNumber,
} from '../../kit/schema.ts';
import { currencyCode, fiatOrderRecord } from './contract.ts';
import { fiatMatches } from './match.ts';
import { fiatLineStates, fiatStates } from './state.ts';
import { lineProblems, textEncodings } from './statement.ts';

/**
 * What operators do about bank money. Whatever moves money, or says where members send theirs, takes two of them: it goes through
 * Admin/Propose with the kinds fiatbank, fiatrate, fiatcredit, fiatreturn and fiatloss.
 */

const reason = z.string().trim().min(3).max(500);
const roles = operator('finance', 'admin');

export const adminFiatBanks = defineCall({
  path: 'Admin/FiatBanks',
  summary: 'Every bank account of ours that members pay to, those that are off, too.',
  access: roles,
  answer: 'list',
  input: z.strictObject({}),
  output: z.object({
    id: z.string(),
    currency: currencyCode,
    decimals: z.number().int(),
    name: z.string(),
    holder: z.string(),
    account: z.string(),
    bic: z.string(),
    open: z.boolean(),
    changed: timeOut,
    /** Development only: made with the installation. */
    made: z.enum(['two', 'development']),
  }),
});

export const adminFiatRates = defineCall({
  path: 'Admin/FiatRates',
  summary: 'Rates of bank money, newest first, with who set them; of one currency or of all.',
  access: roles,
  answer: 'list',
  input: z.strictObject({ currency: currencyCode.optional(), ...paging }),
  output: z.object({
    id: z.string(),
    time: timeOut,
    currency: currencyCode,
    price: amountOut,
    spreadbps: z.number().int(),
    by: z.string(),
    second: z.string().nullable(),
    /** It is the newest of its currency, and whether it is still quoted. */
    current: z.boolean(),
    stale: z.boolean(),
  }),
});

export const adminFiatRateSet = defineCall({
  path: 'Admin/FiatRateSet',
  summary: 'Sets the rate of a currency that has one; a large step, or the first, takes two operators.',
  access: roles,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    currency: currencyCode,
    price: decimalText,
    spreadbps: wholeNumber(0, 2000),
  }),
  output: z.undefined(),
  errors: ['deposit.fiatbadrate', 'deposit.fiatnocurrency', 'deposit.fiatratestep'],
});

export const adminFiatOrders = defineCall({
  path: 'Admin/FiatOrders',
  summary: 'Orders by bank of all members, newest first. `search`: the id, the reference, or whose.',
  access: roles,
  answer: 'list',
  input: z.strictObject({
    status: z.enum([...fiatStates, 'waiting']).optional(),
    search: searchText.optional(),
    ...paging,
  }),
  output: fiatOrderRecord.extend({
    userid: z.string(),
    nickname: z.string(),
    late: z.boolean(),
    /** The line of the statement that came for it. */
    lineid: z.string().nullable(),
    /** The day on which the bank took that money back. */
    takenback: z.iso.date().nullable(),
  }),
});

export const adminFiatReject = defineCall({
  path: 'Admin/FiatReject',
  summary:
    'Rejects an order with a reason, which the member reads. Money that came for it stays on its line.',
  access: roles,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText, reason }),
  output: z.undefined(),
  errors: ['deposit.fiatnoorder', 'deposit.fiatstate'],
});

export const adminFiatSlipLook = defineCall({
  path: 'Admin/FiatSlipLook',
  summary: 'The slips of an order. The look and its reason stand in the audit log.',
  access: roles,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, reason }),
  output: z.object({
    /** WebP pictures in base64. */
    slips: z.array(z.object({ id: z.string(), picture: z.string() })),
  }),
  errors: ['deposit.fiatnoorder'],
});

const column = z.string().trim().toLowerCase().max(80);
const mapping = z.strictObject({
  day: column,
  amount: column,
  currency: column,
  bankref: column,
  name: column,
  account: column,
  text: column,
  dates: z.enum(['ymd', 'dmy', 'mdy']),
  decimal: z.enum(['.', ',']),
});

/** A statement of a year of a busy account. */
export const STATEMENT_BYTES_MAX = 2 * 1024 * 1024;

export const adminFiatImport = defineCall({
  path: 'Admin/FiatImport',
  summary:
    'A bank statement as CSV or camt.053: without `confirm` a dry run that names each wrong row; with the hash of the dry run its new lines are kept, and matched by their references. Lines that are known already change nothing.',
  access: roles,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    bank: idText,
    format: z.enum(['csv', 'camt']),
    /** The file in base64, as it is. */
    file: z
      .string()
      .max(Math.ceil((STATEMENT_BYTES_MAX * 4) / 3) + 4)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/),
    mapping: mapping.optional(),
    confirm: dryRunHash.optional(),
  }),
  output: z.object({
    hash: dryRunHash,
    /** How its letters were read, and a name or text that only a right reading shows; '' where all letters are plain ones. */
    encoding: z.enum(textEncodings),
    sample: z.string(),
    /** Lines of money that came in; of them new ones; those that say a reference of an order. */
    lines: z.number().int(),
    fresh: z.number().int(),
    matched: z.number().int(),
    /** Money that left the account: not kept, but of those that take a line back; what the bank calls a reversal of no known line; and the whole sum of a line, to its account, that the bank does not call so. */
    out: z.number().int(),
    takenback: z.number().int(),
    unknown: z.number().int(),
    maybe: z.number().int(),
    problems: z.array(z.object({ line: z.number().int(), problem: z.enum(lineProblems), text: z.string() })),
    moreproblems: z.boolean(),
    done: z.boolean(),
  }),
  errors: [
    'deposit.fiatnobank',
    'deposit.fiatbadfile',
    'deposit.fiatotheraccount',
    'deposit.fiatbigfile',
    'deposit.fiatimportchanged',
    'deposit.fiatimportproblems',
  ],
  bytes: Math.ceil((STATEMENT_BYTES_MAX * 4) / 3) + 8192,
});

export const adminFiatLines = defineCall({
  path: 'Admin/FiatLines',
  summary: 'Money that came to our bank accounts, newest first, with the orders that it may be for.',
  access: roles,
  answer: 'list',
  /** `takenback`: what the bank took back, and nobody has ended yet. */
  input: z.strictObject({ status: z.enum([...fiatLineStates, 'takenback']).optional(), ...paging }),
  output: z.object({
    id: z.string(),
    day: z.iso.date(),
    imported: timeOut,
    bank: z.string(),
    currency: currencyCode,
    amount: z.string(),
    bankref: z.string(),
    name: z.string(),
    account: z.string(),
    text: z.string(),
    /** Whose it is, where an order said so. */
    userid: z.string().nullable(),
    status: z.enum(fiatLineStates),
    /** What it stands for in suspense, in USDT. */
    suspended: amountOut.nullable(),
    credited: amountOut.nullable(),
    /** Why it waits in suspense, or how it went back. */
    note: z.string(),
    /** What the statement says of the line by which the bank took it back. */
    takenback: z.object({ day: z.iso.date(), bankref: z.string(), text: z.string() }).nullable(),
    /** What two operators booked as lost, and how they know. */
    lost: z.object({ amount: amountOut, how: z.string() }).nullable(),
    /** Surest first. `fixed`: the line is bound to it by its reference. */
    orders: z.array(
      z.object({
        id: z.string(),
        by: z.enum(fiatMatches),
        fixed: z.boolean(),
        reference: z.string(),
        amount: z.string(),
        payer: z.string(),
        status: z.enum(fiatStates),
        userid: z.string(),
        nickname: z.string(),
      }),
    ),
  }),
});

export const adminFiatSuspend = defineCall({
  path: 'Admin/FiatSuspend',
  summary: 'Puts money that nobody claims into suspense at once, with a reason.',
  access: roles,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText, reason }),
  output: z.undefined(),
  errors: ['deposit.fiatnoline', 'deposit.fiatlinestate', 'deposit.fiattakenback', 'deposit.fiatnorate'],
});

/** As it is typed it is kept: the database compares it with what was agreed to. */
const trimmed = (least: number, most: number) =>
  z
    .string()
    .min(least)
    .max(most)
    .regex(/^[^\s\p{C}]([^\p{C}]*[^\s\p{C}])?$/u);

/** What a proposal of the kind `fiatbank` says, as JSON in its value; its subject is the bank’s id, or `new` and a word. */
export const fiatBankChange = z.strictObject({
  currency: currencyCode,
  name: trimmed(2, 80),
  holder: trimmed(2, 80),
  account: trimmed(4, 40),
  bic: z.string().regex(/^([A-Z0-9]{8}|[A-Z0-9]{11})?$/),
  open: z.boolean(),
});

/** What a proposal of the kind `fiatrate` says; its subject is the currency. */
export const fiatRateChange = z.strictObject({
  decimals: z.number().int().min(0).max(4),
  price: decimalText,
  spreadbps: z.number().int().min(0).max(2000),
});
