import { expect, test } from 'vitest';
import { ADDRESS_DETAIL_MAX, RECIPIENT_MAX, checkAddress, normaliseAddress } from './address.ts';
import type { ShippingAddress } from './address.ts';

const good: ShippingAddress = {
  label: '家',
  recipient: '王小明',
  phone: '+886 912-345-678',
  country: 'TW',
  detail: '臺北市信義區市府路1號',
};
const codeOf = (change: Partial<ShippingAddress>) =>
  checkAddress(normaliseAddress({ ...good, ...change }))?.code;

test.each([
  ['member.badlabel', { label: 'home' }],
  ['member.badlabel', { label: 'a\u202eb' }],
  ['member.badlabel', { label: `x${'\u0301'.repeat(60)}` }],
  ['member.badrecipient', { recipient: ' ' }],
  ['member.badrecipient', { recipient: '—' }],
  ['member.badrecipient', { recipient: 'n'.repeat(RECIPIENT_MAX + 1) }],
  ['member.badrecipient', { recipient: `n${'\u0301'.repeat(4 * RECIPIENT_MAX + 1)}` }],
  ['member.badphone', { phone: '' }],
  ['member.badphone', { phone: '1234' }],
  ['member.badphone', { phone: '1'.repeat(21) }],
  ['member.badphone', { phone: 'call me 12345' }],
  ['member.badphone', { phone: '12345+6' }],
  ['member.badaddress', { detail: '' }],
  ['member.badaddress', { detail: 'd'.repeat(ADDRESS_DETAIL_MAX + 1) }],
  ['member.badaddress', { detail: 'a\u0000b' }],
] satisfies [string, Partial<ShippingAddress>][])('refuses: %s for %j', (code, change) => {
  expect(codeOf(change)).toBe(code);
});

test('refuses: in the order of the form', () => {
  expect(codeOf({ label: 'home', recipient: '', phone: '', detail: '' })).toBe('member.badlabel');
  expect(codeOf({ recipient: '', phone: '', detail: '' })).toBe('member.badrecipient');
  expect(codeOf({ phone: '', detail: '' })).toBe('member.badphone');
});

test.each([
  [{}],
  [{ label: '' }],
  [{ label: '👩‍👩‍👧บ้' }],
  [{ phone: '０９１２３４５' }],
  [{ recipient: 'n'.repeat(RECIPIENT_MAX), detail: 'd'.repeat(ADDRESS_DETAIL_MAX) }],
  [{ recipient: 'สมชาย ใจดี', detail: '99/9 ถนนสุขุมวิท\nกรุงเทพฯ 10110' }],
])('behavior: takes %j', (change) => {
  expect(codeOf(change)).toBeUndefined();
});

test('behavior: one spelling, single spaces, lines kept', () => {
  const written = normaliseAddress({
    label: ' 家 ',
    recipient: ' Ana   María ',
    phone: '＋49 30  1234',
    country: 'de',
    detail: ' Hauptstr.  1 \r\n\r\n 10115 Berlin ',
  });
  expect(written).toEqual({
    label: '家',
    recipient: 'Ana María',
    phone: '+49 30 1234',
    country: 'DE',
    detail: 'Hauptstr. 1\n10115 Berlin',
  });
  expect(normaliseAddress(written)).toEqual(written);
});
