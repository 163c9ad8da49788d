import { Refusal } from '../kit/refusal.ts';
import { graphemesOf } from './nickname.ts';
import { maskEmail, maskPhone } from './rules.ts';

/** What a member is paid to outside the chain; `other` says its service by name. */
export const payableTypes = ['bank', 'alipay', 'other'] as const;
export type PayableType = (typeof payableTypes)[number];

export type Payable = {
  type: PayableType;
  /** Whose it is, as the bank writes it. */
  holder: string;
  /** The bank, or the service; empty for Alipay. */
  bankname: string;
  account: string;
  /** Of a bank; empty where it is not known. */
  bic: string;
};

/** How many one account keeps. */
export const PAYABLES_MAX = 10;
export const HOLDER_MAX = 100;
export const BANKNAME_MAX = 80;
/** Norway's, the shortest. */
const IBAN_MIN = 15;
/** How long the IBANs of each country are (the registry of ISO 13616). */
const IBAN_LENGTHS =
  'AD24 AE23 AL28 AT20 AX18 AZ28 BA20 BE16 BG22 BH22 BI27 BL27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 ' +
  'DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GF27 GI23 GL18 GP27 GR27 GT28 HN28 HR21 HU28 ' +
  'IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MF27 MK19 ' +
  'MN20 MQ27 MR27 MT31 MU30 NC27 NI28 NL18 NO15 OM23 PF27 PK24 PL28 PM27 PS29 PT25 QA29 RE27 RO24 RS22 ' +
  'RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TF27 TL23 TN24 TR26 UA29 VA22 VG24 WF27 XK20 ' +
  'YE30 YT27';
const ibanLengths = new Map(
  IBAN_LENGTHS.split(' ').map((one) => [one.slice(0, 2), Number(one.slice(2))] as const),
);

const squeeze = (text: string): string => text.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ');

/** As it is kept: however somebody types spaces and small letters, the same account is the same. */
export function normalisePayable({ type, holder, bankname, account, bic }: Payable): Payable {
  const plain = squeeze(account);
  const compact = plain.replaceAll(/[\s.-]/g, '');
  const kept =
    type === 'bank' ? compact.toUpperCase() : type === 'alipay' && !plain.includes('@') ? compact : plain;
  return {
    type,
    holder: squeeze(holder),
    bankname: type === 'alipay' ? '' : squeeze(bankname),
    account: type === 'alipay' && plain.includes('@') ? plain.toLowerCase() : kept,
    bic: type === 'bank' ? bic.replaceAll(/\s/g, '').toUpperCase() : '',
  };
}

/**
 * Normalised input. Refusals in order: badholder, badbankname, badaccount, badibanlength and badcheckdigits (an IBAN with a typing
 * error), badbic.
 */
export function checkPayable({ type, holder, bankname, account, bic }: Payable): Refusal | undefined {
  if (!isName(holder, HOLDER_MAX)) return new Refusal('member.badholder', { max: HOLDER_MAX });
  if (type !== 'alipay' && !isName(bankname, BANKNAME_MAX))
    return new Refusal('member.badbankname', { max: BANKNAME_MAX });
  if (!isAccount(type, account)) return new Refusal('member.badaccount');
  const iban = type === 'bank' ? checkIban(account) : undefined;
  if (iban) return iban;
  return bic === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)
    ? undefined
    : new Refusal('member.badbic');
}

function isName(text: string, max: number): boolean {
  const length = graphemesOf(text).length;
  return length >= 2 && length <= max && /\p{L}/u.test(text) && !/[\p{C}\p{Zl}\p{Zp}<>]/u.test(text);
}

function isAccount(type: PayableType, account: string): boolean {
  if (type === 'bank') return /^[A-Z0-9]{4,40}$/.test(account) && /\d{3}/.test(account);
  if (type === 'alipay')
    return /^\+?\d{6,20}$/.test(account) || /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/.test(account);
  return graphemesOf(account).length >= 3 && account.length <= 80 && !/[\p{C}\p{Zl}\p{Zp}<>]/u.test(account);
}

/**
 * What begins as the IBANs of a country do is meant as one: a half of it is no account number of another kind. So is what is as
 * long as an IBAN and begins with two other letters: several countries have IBANs before the registry knows how long they are.
 */
function checkIban(account: string): Refusal | undefined {
  const [, country] = /^([A-Z]{2})\d{2}/.exec(account) ?? [];
  if (country === undefined) return undefined;
  const length = ibanLengths.get(country);
  if (!length && account.length < IBAN_MIN) return undefined;
  if (length && account.length !== length)
    return new Refusal('member.badibanlength', { length, typed: account.length });
  return hasRightDigits(account) ? undefined : new Refusal('member.badcheckdigits');
}

/** ISO 13616: the first four to the end, letters as numbers, and what is left by 97 is 1. */
function hasRightDigits(iban: string): boolean {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** Enough for its owner to know it: the last four, or the mask of an e-mail or a phone. */
export function maskPayable(account: string): string {
  if (account.includes('@')) return maskEmail(account);
  if (account.startsWith('+')) return maskPhone(account);
  const signs = graphemesOf(account);
  return signs.length <= 4 ? `•${signs.at(-1) ?? ''}` : `•••• ${signs.slice(-4).join('')}`;
}
