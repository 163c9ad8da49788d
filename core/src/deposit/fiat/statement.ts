import { parseFiat } from './quote.ts';

/** A line of a statement as it was read. */
export type StatementLine = {
  /** Which of the statements in the file it stands in, from 1. */
  part: number;
  /** Where it stands in the file, from 1. */
  line: number;
  /** `2026-05-04`. */
  day: string;
  currency: string;
  /** Smallest units. */
  amount: bigint;
  /** The bank's own reference; empty where it gives none. */
  bankRef: string;
  name: string;
  account: string;
  text: string;
};

/**
 * Money that left the account. `reversal`: the bank says that it takes another booking back. `isCredit`: a reversal that is written as a
 * credit, which by the standard takes back what we sent, and with some banks what came: which line it means is not guessed.
 */
export type LeftLine = StatementLine & { reversal: boolean; isCredit?: boolean };

/** The columns of a CSV file by the names in its head; empty where there is none. */
export type CsvMapping = {
  day: string;
  amount: string;
  currency: string;
  bankref: string;
  name: string;
  account: string;
  text: string;
  /** The order of a date's parts, and the mark before the decimals. */
  dates: 'ymd' | 'dmy' | 'mdy';
  decimal: '.' | ',';
};

/** Two heads that are common; a bank's own is typed in. */
export const csvPresets: Readonly<Record<'plain' | 'german', CsvMapping>> = {
  plain: {
    day: 'date',
    amount: 'amount',
    currency: 'currency',
    bankref: 'bank reference',
    name: 'name',
    account: 'account',
    text: 'text',
    dates: 'ymd',
    decimal: '.',
  },
  german: {
    day: 'buchungstag',
    amount: 'betrag',
    currency: 'waehrung',
    // They give none: the end-to-end reference is the payer's, who can choose one that was used.
    bankref: '',
    name: 'beguenstigter/zahlungspflichtiger',
    account: 'kontonummer/iban',
    text: 'verwendungszweck',
    dates: 'dmy',
    decimal: ',',
  },
};

/** How the letters of a statement were read. */
export const textEncodings = ['utf-8', 'utf-16', 'windows-1252'] as const;
export type TextEncoding = (typeof textEncodings)[number];

export const lineProblems = ['column', 'date', 'amount', 'currency', 'text'] as const;
export type LineProblem = (typeof lineProblems)[number];

/** `2026-05-04` of a date in the order that is given; undefined where there is no such day. */
export function parseDay(text: string, order: CsvMapping['dates']): string | undefined {
  const parts = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[T ].*)?$/.exec(text.trim())?.slice(1) ?? [];
  const at = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] }[order];
  const [year, month, day] = at.map((index) => Number(parts[index]));
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const full = year < 100 ? 2000 + year : year;
  if (!(full >= 2000 && full <= 2199 && month >= 1 && month <= 12 && day >= 1)) return undefined;
  const leap = (full % 4 === 0 && full % 100 !== 0) || full % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  if (day > (days[month - 1] ?? 0)) return undefined;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${full}-${two(month)}-${two(day)}`;
}

/**
 * Smallest units of what a bank writes, zero too: grouping by three, the decimal mark as told, a sign. `out`: it left the account.
 * Undefined for anything else.
 */
export function parseBankAmount(
  text: string,
  decimal: '.' | ',',
  decimals: number,
): { minor: bigint; out: boolean } | undefined {
  const trimmed = text.trim().replace(/^\+/, '');
  const out = /^[-−]/.test(trimmed) || /[-−]$/.test(trimmed);
  const digits = trimmed.replace(/^[-−]|[-−]$/g, '').trim();
  const group = decimal === '.' ? "[,' \u00a0\u202f]" : "[.' \u00a0\u202f]";
  const mark = decimal === '.' ? '\\.' : ',';
  const whole = new RegExp(`^(\\d+|\\d{1,3}(?:${group}\\d{3})+)(?:${mark}(\\d{1,4}))?$`).exec(digits);
  if (!whole) return undefined;
  const units = (whole[1] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  // Places beyond the currency's are zeros, as some banks write them.
  const fraction = (whole[2] ?? '').slice(0, decimals);
  if (/[1-9]/.test((whole[2] ?? '').slice(decimals))) return undefined;
  if (!/[1-9]/.test(units + fraction)) return { minor: 0n, out };
  const minor = parseFiat(fraction === '' ? units : `${units}.${fraction}`, decimals);
  return minor === undefined ? undefined : { minor, out };
}

/** What banks write where there is no reference. */
const NO_REFERENCE = new Set(['', 'notprovided', 'nonref']);

export const isOwnReference = (bankRef: string): boolean => !NO_REFERENCE.has(plain(bankRef));

/**
 * What makes a line the same line again, whatever file it comes in. A bank's own reference is enough with day and amount; without one
 * everything that is known counts. Equal lines of one statement are numbered; of two in one file, which may overlap, they are the same.
 */
export function fingerprintsOf(lines: readonly StatementLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ part, day, currency, amount, bankRef, name, account, text }) => {
    const facts = isOwnReference(bankRef) ? [bankRef] : [name, account, text];
    const key = JSON.stringify([day, currency, amount.toString(), ...facts.map(plain)]);
    const number = seen.get(`${part} ${key}`) ?? 0;
    seen.set(`${part} ${key}`, number + 1);
    return JSON.stringify([key, number]);
  });
}

/** The same writing with other spaces or capitals is the same. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
