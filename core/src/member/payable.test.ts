import { expect, test } from 'vitest';
import { checkPayable, maskPayable, normalisePayable } from './payable.ts';
import type { Payable } from './payable.ts';

const bank: Payable = {
  type: 'bank',
  holder: 'Ann Example',
  bankname: 'Harbour Bank',
  account: 'DE89 3704 0044 0532 0130 00',
  bic: 'cobadeff',
};
const check = (change: Partial<Payable>) => checkPayable(normalisePayable({ ...bank, ...change }))?.code;

test.each<[string, Partial<Payable>, string]>([
  ['no holder', { holder: ' ' }, 'member.badholder'],
  ['a holder of figures', { holder: '1234' }, 'member.badholder'],
  ['a holder with markup', { holder: '<b>Ann</b>' }, 'member.badholder'],
  ['a holder before anything else', { holder: '', account: '' }, 'member.badholder'],
  ['no bank', { bankname: '' }, 'member.badbankname'],
  ['no service', { type: 'other', bankname: '', account: 'ann-1' }, 'member.badbankname'],
  ['an account of letters', { account: 'ABCDEF' }, 'member.badaccount'],
  ['an account that is too long', { account: '1'.repeat(41) }, 'member.badaccount'],
  ['an IBAN with two figures swapped', { account: 'DE89 3704 0044 0532 0310 00' }, 'member.badcheckdigits'],
  ['half an IBAN', { account: 'DE89 3704 0044' }, 'member.badibanlength'],
  ['an IBAN with a figure too many', { account: 'DE89 3704 0044 0532 0130 000' }, 'member.badibanlength'],
  ['an IBAN of no country', { account: 'ZZ89 3704 0044 0532 0130 00' }, 'member.badcheckdigits'],
  ['an IBAN of Honduras that is cut', { account: 'HN88 CABF 0000 0000' }, 'member.badibanlength'],
  ['a BIC of nine letters', { bic: 'COBADEFFX' }, 'member.badbic'],
  ['Alipay by a word', { type: 'alipay', account: 'ann' }, 'member.badaccount'],
])('refuses: %s', (_, change, code) => expect(check(change)).toBe(code));

test.each<[string, Partial<Payable>]>([
  ['an IBAN', {}],
  ['an IBAN with letters in it', { account: 'GB29 NWBK 6016 1331 9268 19' }],
  ['an IBAN of Burundi', { account: 'BI42 1000 0100 0100 0033 2045 181' }],
  ['an IBAN of Djibouti', { account: 'DJ21 0001 0000 0001 5400 0100 186' }],
  ['an IBAN of the Falkland Islands', { account: 'FK88 SC12 3456 7890 12' }],
  ['an IBAN of Honduras', { account: 'HN88 CABF 0000 0000 0002 5000 5469' }],
  ['an IBAN of Morocco, whose length is not registered', { account: 'MA64 0115 1900 0001 2050 0053 4921' }],
  ['an account that is no IBAN', { account: '012-345-678 9' }],
  ['an account with letters before it', { account: 'US12 345 678' }],
  ['no BIC', { bic: '' }],
  ['a name in another script', { holder: '王小明', bankname: '招商银行', account: '6225 8801 2345 6789' }],
  ['Alipay by e-mail, without a bank', { type: 'alipay', account: 'Ann@Example.org', bankname: '' }],
  ['Alipay by number', { type: 'alipay', account: '+65 8123 4567', bankname: '' }],
  ['another service', { type: 'other', bankname: 'PayNow', account: 'S1234567D' }],
])('behavior: %s is taken', (_, change) => expect(check(change)).toBeUndefined());

test('refuses: an IBAN that is cut says how long it is and how long it has to be', () => {
  expect(checkPayable(normalisePayable({ ...bank, account: 'DE89 3704 0044' }))?.params).toEqual({
    length: 22,
    typed: 12,
  });
});

test('behavior: the same account is the same however it is typed', () => {
  const account = (text: string, type: Payable['type'] = 'bank') =>
    normalisePayable({ ...bank, type, account: text }).account;
  expect(account('de89 3704-0044 0532 0130 00')).toBe(account('DE89370400440532013000'));
  expect(account('Ann@Example.org', 'alipay')).toBe('ann@example.org');
  expect(account('+65 8123-4567', 'alipay')).toBe('+6581234567');
});

test('behavior: a mask tells its owner which, and nobody the rest', () => {
  expect(maskPayable('DE89370400440532013000')).toBe('•••• 3000');
  expect(maskPayable('ann@example.org')).toBe('a***@example.org');
  expect(maskPayable('+6581234567')).toBe('+65***67');
  expect(maskPayable('1234')).toBe('•4');
});
