import { normaliseInviteCode } from '../auth/invite-code.ts';
import { Refusal } from '../kit/refusal.ts';
import type { Amount } from '../money/amount.ts';
import { findCoin } from '../money/coin.ts';
import { feeUp } from '../money/ratio.ts';
import { checkTypedAmount } from '../money/typed-amount.ts';
import type { AmountRule } from '../money/typed-amount.ts';

/** Refuses coins that cannot be transferred between members. */
export function checkCoin(coinId: string): Refusal | undefined {
  return findCoin(coinId)?.transfer ? undefined : new Refusal('transfer.badcoin', { coin: coinId });
}

/** The typed amount by the configured minimum and multiple; refusals and their order in money/typed-amount.ts. */
export function checkAmount(text: string, rule: AmountRule): Refusal | undefined {
  return checkTypedAmount('transfer', text, rule);
}

export type TransferQuote = { readonly amount: Amount; readonly fee: Amount; readonly received: Amount };

/**
 * The fee is taken from the amount and rounded up to the base unit, so splitting never pays: the dust is the
 * house's. `fee + received` is exactly `amount`. Rulebook §5: 50 bps by default.
 */
export function quoteTransfer(amount: Amount, feeBps: number): TransferQuote {
  const fee = feeUp(amount, feeBps);
  return { amount, fee, received: amount - fee };
}

/** One spelling for an invitation code or address, the one that receivers are found by: the same receiver is the same text. */
export function normaliseTarget(target: string): string {
  const text = target.trim();
  return /^0x/i.test(text) ? text.toLowerCase() : normaliseInviteCode(text);
}

export function isAddressTarget(target: string): boolean {
  return /^0x[0-9a-f]{40}$/.test(normaliseTarget(target));
}

function differences(left: string, right: string): number {
  let count = 0;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) count += 1;
  return count;
}

/**
 * Whether a new target can be taken for one that was paid before: an address with the same first and last four
 * digits, or a code that differs in at most two places. Equal targets do not look alike; they are the same.
 */
export function looksLike(target: string, paidBefore: string): boolean {
  const left = normaliseTarget(target);
  const right = normaliseTarget(paidBefore);
  if (left === right || left.length !== right.length) return false;
  if (isAddressTarget(left))
    return left.slice(0, 6) === right.slice(0, 6) && left.slice(-4) === right.slice(-4);
  return differences(left, right) <= 2;
}

/** Characters of a note and of a contact's name. */
export const NOTE_MAX = 140;
export const NAME_MAX = 40;
export const CONTACTS_MAX = 200;

/** What shows as nothing, moves the line, or turns the direction of reading: a text with it can pass for another one. */
const UNSAFE = /[\p{Cc}\p{Co}\p{Cs}\p{Bidi_Control}\u2028\u2029\u200b\u2060\ufeff]/u;

/** One spelling of a written text: composed, without blanks around it. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').trim();
}

function isPlainText(text: string, max: number): boolean {
  return Array.from(text).length <= max && !UNSAFE.test(text);
}

/** Refuses a note that is too long or holds characters that do not show. Empty is no note. */
export function checkNote(note: string): Refusal | undefined {
  return isPlainText(normaliseText(note), NOTE_MAX)
    ? undefined
    : new Refusal('transfer.badnote', { max: NOTE_MAX });
}

/** Refuses a contact's name that is empty, too long, or holds characters that do not show. */
export function checkContactName(name: string): Refusal | undefined {
  const text = normaliseText(name);
  return text !== '' && isPlainText(text, NAME_MAX)
    ? undefined
    : new Refusal('transfer.badname', { max: NAME_MAX });
}
