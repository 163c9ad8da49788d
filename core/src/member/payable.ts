import { countrySpecs, isValidIBAN } from 'ibantools';
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
 * long as an IBAN and begins with two letters that are no country.
 */
function checkIban(account: string): Refusal | undefined {
  const [, country] = /^([A-Z]{2})\d{2}/.exec(account) ?? [];
  if (country === undefined) return undefined;
  const length = countrySpecs[country]?.chars;
  if (!length) return account.length < IBAN_MIN ? undefined : new Refusal('member.badcheckdigits');
  if (account.length !== length)
    return new Refusal('member.badibanlength', { length, typed: account.length });
  return isValidIBAN(account) ? undefined : new Refusal('member.badcheckdigits');
}

/** Enough for its owner to know it: the last four, or the mask of an e-mail or a phone. */
export function maskPayable(account: string): string {
  if (account.includes('@')) return maskEmail(account);
  if (account.startsWith('+')) return maskPhone(account);
  const signs = graphemesOf(account);
  return signs.length <= 4 ? `•${signs.at(-1) ?? ''}` : `•••• ${signs.slice(-4).join('')}`;
}
