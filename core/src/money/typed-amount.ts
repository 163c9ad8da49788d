import { Refusal } from '../kit/refusal.ts';
import { formatAmount, parseAmount } from './amount.ts';
import type { Amount } from './amount.ts';

/** What a member may type (rulebook §5): configuration values, in base units. */
export type AmountRule = { readonly minimum: Amount; readonly multiple: Amount };

/** Ledger amounts are typed with at most two decimals (rulebook §2). */
export const TYPED_DECIMALS = 2;

/** 10²⁰ coins: more than any supply, and the most that the ledger's columns hold. */
const amountLimit: Amount = 10n ** 38n;

/**
 * Checks a typed amount for a domain, whose own codes refuse. In this order: not a plain decimal with at most two places,
 * zero, or absurdly large (`badamount`); below the minimum (`toosmall`); not a whole multiple (`notmultiple`). Rulebook §5.
 */
export function checkTypedAmount(
  domain: 'transfer' | 'withdrawal',
  text: string,
  rule: AmountRule,
): Refusal | undefined {
  const amount = parseAmount(text, TYPED_DECIMALS);
  if (amount === undefined || amount === 0n || amount >= amountLimit)
    return new Refusal(`${domain}.badamount`);
  if (amount < rule.minimum)
    return new Refusal(`${domain}.toosmall`, { minimum: formatAmount(rule.minimum) });
  if (amount % rule.multiple !== 0n) {
    return new Refusal(`${domain}.notmultiple`, { multiple: formatAmount(rule.multiple) });
  }
  return undefined;
}
