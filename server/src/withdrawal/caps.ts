import type { Amount } from '@openmere/core/money/amount.ts';

/** What the signer signs at most per coin, whatever the rest of the house says (threats.md T10, I16). Base units. */
export type Caps = { perTransaction: Amount; perHour: Amount; perDay: Amount; perMonth: Amount };

export type Spend = { amount: Amount; at: Date };

const HOUR_MS = 3_600_000;
const windows = [
  { cap: 'perHour', name: 'hour', ms: HOUR_MS },
  { cap: 'perDay', name: 'day', ms: 24 * HOUR_MS },
  { cap: 'perMonth', name: 'month', ms: 30 * 24 * HOUR_MS },
] as const;

/** The longest window: older spends do not matter. */
export const capsMemoryMs = 30 * 24 * HOUR_MS;

/**
 * Names the cap that signing `amount` at `now` would break, or nothing. A spend dated after `now` (a clock that went
 * back) counts in every window, so no jump of a clock opens one.
 */
export function checkCaps(
  caps: Caps,
  spent: readonly Spend[],
  amount: Amount,
  now: Date,
): 'transaction' | 'hour' | 'day' | 'month' | undefined {
  if (amount > caps.perTransaction) return 'transaction';
  for (const window of windows) {
    const since = now.getTime() - window.ms;
    let sum = amount;
    for (const spend of spent) if (spend.at.getTime() > since) sum += spend.amount;
    if (sum > caps[window.cap]) return window.name;
  }
  return undefined;
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
