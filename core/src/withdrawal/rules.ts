import { Refusal } from '../kit/refusal.ts';
import { formatAmount, parseAmount } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { findCoin } from '../money/coin.ts';
import { checkTypedAmount } from '../money/typed-amount.ts';
import type { AmountRule } from '../money/typed-amount.ts';

/** Refuses coins that cannot leave to the chain. */
export function checkCoin(coinId: string): Refusal | undefined {
  return findCoin(coinId)?.withdraw ? undefined : new Refusal('withdrawal.badcoin', { coin: coinId });
}

/** `maximum`: the most that is paid at once. */
export type WithdrawRule = AmountRule & { readonly maximum: Amount; readonly fee: Amount };

/** The least that can be asked for: what the fee would eat (only by configuration) is too little as well. */
export function leastOf({ minimum, multiple, fee }: Omit<WithdrawRule, 'maximum'>): Amount {
  const aboveFee = fee - (fee % multiple) + multiple;
  return aboveFee > minimum ? aboveFee : minimum;
}

/**
 * The typed amount by the configured minimum and multiple (refusals and their order in money/typed-amount.ts), and at last whether
 * it can be paid at once (`toomuch`).
 */
export function checkAmount(text: string, rule: WithdrawRule): Refusal | undefined {
  const refusal = checkTypedAmount('withdrawal', text, { ...rule, minimum: leastOf(rule) });
  if (refusal || (parseAmount(text) ?? 0n) <= rule.maximum) return refusal;
  return new Refusal('withdrawal.toomuch', { maximum: formatAmount(rule.maximum) });
}

export type WithdrawalQuote = { readonly amount: Amount; readonly fee: Amount; readonly received: Amount };

/**
 * A flat fee, taken from the amount (rulebook §5: 1 USDT). `fee + received` is exactly `amount`.
 * A fee that would eat the amount (only by configuration) is refused as too small.
 */
export function quoteWithdrawal(amount: Amount, fee: Amount): WithdrawalQuote {
  if (amount <= fee) throw new Refusal('withdrawal.toosmall', { minimum: formatAmount(fee) });
  return { amount, fee, received: amount - fee };
}

/** Everything to which a withdrawal must never go, lowercased: tokens, our contracts, deposit addresses, zero. */
export type ForbiddenReceivers = { readonly has: (address: string) => boolean };

const zeroAddress = `0x${'0'.repeat(40)}`;
/** Precompiled contracts and other addresses that nobody can hold a key of. */
const RESERVED_ADDRESS = /^0x0{36}[0-9a-f]{4}$/;
const burnAddress = `0x${'0'.repeat(36)}dead`;

/** Refuses malformed, zero, reserved, burn and own addresses. The address must be lowercased. */
export function checkDestination(address: string, forbidden: ForbiddenReceivers): Refusal | undefined {
  const wellFormed = /^0x[0-9a-f]{40}$/.test(address);
  if (!wellFormed || address === zeroAddress || address === burnAddress || RESERVED_ADDRESS.test(address)) {
    return new Refusal('withdrawal.badaddress', { address });
  }
  return forbidden.has(address) ? new Refusal('withdrawal.badaddress', { address }) : undefined;
}

/** A decision needs a reason that a later reader can use. */
export function checkReason(reason: string): Refusal | undefined {
  return reason.trim().length < 3 ? new Refusal('withdrawal.needreason') : undefined;
}
