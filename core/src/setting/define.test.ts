import { expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { agreementVersions, outsideHosts, passwordMin } from './account.ts';
import { chainContracts, chainExplorer, walletInapp } from './chain.ts';
import { countryHours, countryTexts, defaultOf, isValue, settingIn } from './define.ts';
import type { Setting } from './define.ts';
import { swapFeeShares, swapSlippagePresets } from './market.ts';
import { transferFeeBps, withdrawMin, withdrawMultiple } from './money.ts';
import { publicSettings } from './table.ts';

const all = Object.values(publicSettings as Record<string, Setting>);

test.each<[Setting, string]>([
  [withdrawMin, '-1'],
  [withdrawMin, '1e2'],
  [withdrawMin, '1000000001'],
  [withdrawMultiple, '0'],
  [passwordMin, '5'],
  [passwordMin, '6.5'],
  [transferFeeBps, '10000'],
  [swapSlippagePresets, '50,10'],
  [swapFeeShares, 'referral:40,yield:25,node:20,market-value:10,operations:4'],
  [swapFeeShares, 'referral:40,yield:25,node:20,operations:15'],
  [swapFeeShares, 'yield:25,referral:40,node:20,market-value:10,operations:5'],
  [swapFeeShares, 'referral:-5,yield:70,node:20,market-value:10,operations:5'],
  [swapFeeShares, 'referral:40.5,yield:24.5,node:20,market-value:10,operations:5'],
  [swapFeeShares, '40,25,20,10,5'],
  [swapFeeShares, ''],
  [walletInapp, 'true'],
  [chainExplorer, 'http://explorer.example'],
  [chainExplorer, 'javascript:alert(1)'],
  [chainContracts, '[]'],
  [outsideHosts, 'https://bscscan.com'],
  [outsideHosts, 'bscscan.com, evil.example'],
  [outsideHosts, 'Bscscan.com'],
  [outsideHosts, '*.bscscan.com'],
  [outsideHosts, 'com'],
])('refuses: %o as %s', (setting, text) => {
  expect(() => setting.read(text)).toThrow();
});

test('property: every default is a value of its own type and inside its bounds; every key stands once', () => {
  for (const setting of all) expect(() => defaultOf(setting), setting.key).not.toThrow();
  expect(new Set(all.map((one) => one.key)).size).toBe(all.length);
  expect(all.every((one) => one.seenBy === 'public')).toBe(true);
});

test('behavior: a value among the rows, else the default', () => {
  const rows = [
    { idx: 'withdraw.min', val: '12.5' },
    { idx: 'chain.explorer', val: 'https://explorer.example/' },
  ];
  expect(settingIn(rows, withdrawMin)).toBe((oneCoin * 25n) / 2n);
  expect(settingIn(rows, chainExplorer)).toBe('https://explorer.example');
  expect(settingIn(rows, transferFeeBps)).toBe(50);
  expect(settingIn(rows, agreementVersions)).toBe('user-1,privacy-1,risk-1');
});

test('behavior: a form asks by type, standard and bounds alone, and hears what the reading says', () => {
  const ruleOf = ({ type, default: standard, range }: Setting) => ({ type, standard, range: range ?? null });
  expect(isValue(ruleOf(withdrawMultiple), '0')).toBe(false);
  expect(isValue(ruleOf(withdrawMultiple), '0.5')).toBe(true);
  expect(isValue(ruleOf(chainContracts), '{')).toBe(false);
  expect(isValue(ruleOf(swapFeeShares), 'referral:100')).toBe(false);
  for (const setting of all) expect(isValue(ruleOf(setting), setting.default), setting.key).toBe(true);
  expect(transferFeeBps.range).toEqual(['0', '9999']);
});

test.each(['GB', 'GB:0', 'GB:721', 'gb:24', 'GB:24,', 'GB:24,GB:25', 'GB:24, FR:48', 'GBR:24'])(
  'refuses: %j as hours by country',
  (text) => expect(() => countryHours('any', '').read(text)).toThrow(TypeError),
);

test.each([
  'GB',
  'GB:',
  'GB: ',
  'GB: a\n',
  'GB: a\nGB: b',
  'GB: a\u202eb',
  `GB: ${'x'.repeat(601)}`,
  'gb: a',
])('refuses: %j as texts by country', (text) =>
  expect(() => countryTexts('any', '').read(text)).toThrow(TypeError),
);

test('behavior: hours and texts by country, also none', () => {
  expect(countryHours('any', '').read('')).toEqual(new Map());
  expect(countryHours('any', '').read('GB:24,FR:720')).toEqual(
    new Map([
      ['GB', 24],
      ['FR', 720],
    ]),
  );
  expect(countryTexts('any', '').read('')).toEqual(new Map());
  expect(countryTexts('any', '').read('GB: You can lose it: all.\r\nFR: Risque.')).toEqual(
    new Map([
      ['GB', 'You can lose it: all.'],
      ['FR', 'Risque.'],
    ]),
  );
});
