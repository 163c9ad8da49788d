import { Refusal } from '../kit/refusal.ts';

/** Orders that wait for their payment, at most: stock is taken for each. */
export const UNPAID_MAX = 20;
/** Orders of one payment. */
export const ORDERS_PAID_MAX = 20;
/** Orders are counted this far: nobody reads a larger number. */
export const ORDERS_COUNTED_MAX = 100;
export const NOTE_MAX = 200;
export const ORDER_TEXT_MAX = 1_000;
export const CARRIER_MAX = 60;
export const AFTER_SALE_PICTURES_MAX = 6;
/** What each side may write to the other within one order. */
export const MESSAGES_MAX = 100;
const HALF_DAY_MS = 43_200_000;

/** How long within a day goods may wait for payments of one person that do not come, given the time for one (decision 0308). */
export function waitedMost(payMs: number): number {
  return Math.min(4 * payMs, HALF_DAY_MS);
}

export const afterSaleKinds = ['refund', 'returnrefund'] as const;
export type AfterSaleKind = (typeof afterSaleKinds)[number];

/** As stored: one spelling of each letter, lines kept, no more than one empty line in between. */
export function normaliseOrderText(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n');
}

/** Nothing that hides or steers; joiners and marks stay, because several of the nine languages are written with them. */
function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(
    text.replaceAll('\n', ' '),
  );
}

function isWithin(text: string, min: number, max: number): boolean {
  const length = Array.from(text).length;
  return length >= min && length <= max && isPlain(text);
}

/** What the buyer tells the shop with the order; empty for nothing. Asked of a normalised one, like all below. */
export function checkOrderNote(note: string): Refusal | undefined {
  return isWithin(note, 0, NOTE_MAX) ? undefined : new Refusal('mall.badnote', { max: NOTE_MAX });
}

/** A reason, or a message: `min` 0 where it may be left out. */
export function checkOrderText(text: string, min: 0 | 1): Refusal | undefined {
  return isWithin(text, min, ORDER_TEXT_MAX)
    ? undefined
    : new Refusal('mall.badtext', { max: ORDER_TEXT_MAX });
}

/** Refusals in order: `mall.badcarrier`, `mall.badtracking`. */
export function checkParcel(parcel: { carrier: string; tracking: string }): Refusal | undefined {
  const isOneLine = (text: string) => isWithin(text, 1, CARRIER_MAX) && !text.includes('\n');
  if (!isOneLine(parcel.carrier)) return new Refusal('mall.badcarrier', { max: CARRIER_MAX });
  if (!isOneLine(parcel.tracking)) return new Refusal('mall.badtracking', { max: CARRIER_MAX });
  return undefined;
}
