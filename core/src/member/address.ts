import { Refusal } from '../kit/refusal.ts';
import { graphemesOf } from './nickname.ts';

export const ADDRESSES_MAX = 20;
/** "home", "company" in as many characters as the specification gives them. */
export const ADDRESS_LABEL_MAX = 3;
export const RECIPIENT_MAX = 60;
export const ADDRESS_DETAIL_MAX = 300;
const PHONE_DIGITS = { min: 5, max: 20 } as const;

/** Where a parcel goes. `country` is ISO 3166-1 alpha-2. */
export type ShippingAddress = {
  label: string;
  recipient: string;
  phone: string;
  country: string;
  detail: string;
};

/** As stored and printed on the parcel: one spelling of each letter, no outer spaces, inner ones single; `detail` keeps its lines. */
export function normaliseAddress(address: ShippingAddress): ShippingAddress {
  return {
    label: oneLine(address.label),
    recipient: oneLine(address.recipient),
    phone: oneLine(address.phone.normalize('NFKC')),
    country: address.country.toUpperCase(),
    detail: address.detail
      .normalize('NFC')
      .split(/\r\n|\r|\n/u)
      .map((line) => line.trim().replace(/[^\S\n]+/gu, ' '))
      .filter((line) => line !== '')
      .join('\n'),
  };
}

/** Asked of a normalised one. Refusals in order: `member.badlabel`, `badrecipient`, `badphone`, `badaddress`. */
export function checkAddress(address: ShippingAddress): Refusal | undefined {
  const { label, recipient, phone, detail } = address;
  const isLong = graphemesOf(label).length > ADDRESS_LABEL_MAX || label.length > 20 * ADDRESS_LABEL_MAX;
  if (!isPlain(label) || isLong) return new Refusal('member.badlabel', { max: ADDRESS_LABEL_MAX });
  if (!isWritten(recipient, RECIPIENT_MAX)) return new Refusal('member.badrecipient', { max: RECIPIENT_MAX });
  const digits = phone.replace(/[^0-9]/g, '').length;
  const isPhone = /^\+?[0-9 ()./-]{1,40}$/.test(phone);
  if (!isPhone || digits < PHONE_DIGITS.min || digits > PHONE_DIGITS.max)
    return new Refusal('member.badphone');
  if (!isWritten(detail, ADDRESS_DETAIL_MAX))
    return new Refusal('member.badaddress', { max: ADDRESS_DETAIL_MAX });
  return undefined;
}

function oneLine(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ');
}

/** Nothing that hides or steers; joiners and marks stay, because several of the nine languages are written with them. */
function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(
    text.replaceAll('\n', ' '),
  );
}

function isWritten(text: string, max: number): boolean {
  return (
    isPlain(text) && /[\p{L}\p{N}]/u.test(text) && graphemesOf(text).length <= max && text.length <= 4 * max
  );
}
