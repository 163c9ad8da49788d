import type { Amount } from '@openmere/core/money/amount.ts';
import type { Settings } from '../setting/read.ts';

/** What the signer signs at most per coin, whatever the rest of the house says (threats.md T10, I16). Base units. */
export type Caps = { perTransaction: Amount; perHour: Amount; perDay: Amount; perMonth: Amount };

/** What was signed within the last hour, 24 hours and 30 days, in base units. */
export type Spent = { hour: Amount; day: Amount; month: Amount };

const windows = [
  { cap: 'perHour', name: 'hour' },
  { cap: 'perDay', name: 'day' },
  { cap: 'perMonth', name: 'month' },
] as const;

/**
 * Names the cap that signing `amount` would break, or nothing. Whoever sums up counts what is dated later than now (a clock
 * that went back) in every window, so no jump of a clock opens one.
 */
export function checkCaps(
  caps: Caps,
  spent: Spent,
  amount: Amount,
): 'transaction' | 'hour' | 'day' | 'month' | undefined {
  if (amount > caps.perTransaction) return 'transaction';
  return windows.find(({ cap, name }) => spent[name] + amount > caps[cap])?.name;
}

/** What the console says. */
export function capsIn(settings: Settings): Caps {
  return {
    perTransaction: settings.signerCapTransaction,
    perHour: settings.signerCapHour,
    perDay: settings.signerCapDay,
    perMonth: settings.signerCapMonth,
  };
}

/** The smaller of each. */
export function tightestCaps(left: Caps, right: Caps): Caps {
  const smaller = (a: Amount, b: Amount): Amount => (a < b ? a : b);
  return {
    perTransaction: smaller(left.perTransaction, right.perTransaction),
    perHour: smaller(left.perHour, right.perHour),
    perDay: smaller(left.perDay, right.perDay),
    perMonth: smaller(left.perMonth, right.perMonth),
  };
}
