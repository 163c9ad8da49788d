// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { settingValueText } from './setting-text.ts';

test.each([
  ['activity.depositTiers', 'tiers', '100:2500,1000:10000', '≥ 100 USDT: 25 % · ≥ 1,000 USDT: 100 %'],
  ['referral.rates', 'bpsList', '2500,550', '25 % · 5.5 %'],
  ['withdraw.feeDays', 'whole', '12000', '12,000 days'],
  ['any.flag', 'flag', '0', 'Off'],
  ['any.list', 'tiers', '', '—'],
] as const)('behavior: the value of %s reads as one speaks of it', (idx, type, value, text) => {
  expect(settingValueText({ idx, type }, value)).toBe(text);
});
