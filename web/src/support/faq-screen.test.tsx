// @vitest-environment happy-dom
import type { Locale } from '@openmere/core/kit/language.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { config, openScreen } from '../app/test-screen.tsx';

const path = '/pages/service/faq';
const questions = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);

async function search(locale: Locale, query: string): Promise<string[]> {
  await openScreen(path, {}, { locale, visitor: true });
  const field = document.querySelector('input[type="search"]');
  if (!field) throw new Error('no search field');
  expect(questions().length).toBeGreaterThanOrEqual(16);
  fireEvent.change(field, { target: { value: query } });
  return questions();
}

test.each<[Locale, string, RegExp]>([
  ['en', 'smalest deposit', /smallest deposit/],
  ['en', 'transfr', /transfer/],
  ['es', 'retiro en revision', /revisión/],
  ['zh-Hans', '充值最小', /最少充值/],
  ['zh-Hant', '助記祠', /助記詞/],
  ['ja', '出金の審査', /出金が審査中/],
  ['ko', '출금심사', /출금이 심사/],
  ['th', 'ถอนตรวจสอบ', /ตรวจสอบ/],
  ['vi', 'rut tien', /rút/i],
])('behavior: %s finds “%s”, with a slip or without accents', async (locale, query, wanted) => {
  const found = await search(locale, query);
  expect(found.slice(0, 3).join('\n')).toMatch(wanted);
});

test('refuses: to guess: what is nowhere leads to a request with the question in it', async () => {
  await search('en', 'zzzzqqqq');
  expect(questions()).toEqual([]);
  const link = screen.getByRole('link', { name: 'Did not help? Ask us' });
  expect(link.getAttribute('href')).toBe('#/pages/service/service?new=1&question=zzzzqqqq');
});

test('behavior: the numbers are those of the house’s settings', async () => {
  const list = [
    ...config.filter(({ idx }) => idx !== 'paypassword.lockHours'),
    { idx: 'deposit.min', val: '25' },
    { idx: 'paypassword.lockHours', val: '48' },
    { idx: 'member.subAccounts', val: '4' },
    { idx: 'minting.thresholdInclusive', val: '1' },
  ];
  await openScreen(path, { 'Ctrls/GetConfig': { list } }, { visitor: true });
  expect(await screen.findByText(/^25 USDT or USDO in one payment/)).toBeTruthy();
  expect(screen.getByText(/locked for 48 hours/)).toBeTruthy();
  expect(screen.getByText(/^Up to 4 accounts/)).toBeTruthy();
  expect(screen.getByText(/hash power is 100 or more/)).toBeTruthy();
  await openScreen(path, {}, { visitor: true });
  expect(await screen.findByText(/hash power is above 100/)).toBeTruthy();
});
