// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testList } from '../app/test-list.tsx';
import { openScreen } from '../app/test-screen.tsx';

const path = '/pages/award/credits/credits';
const record = {
  id: 'rec_1',
  time: '2026-03-02T00:00:00.000Z',
  kind: 'equity-grant',
  coinid: 'EQUITY',
  amount: '120',
  balanceafter: '240',
  reference: 'equity:1',
  description: 'Equity for liquidity',
} as const;
const answers = {
  'Users/Balance': { list: [{ coinid: 'EQUITY', balance: '240', lockbalance: '0', available: '240' }] },
};

testList({
  path,
  call: 'Users/CreditDetail',
  row: record,
  shown: 'Equity for liquidity',
  empty: 'No records yet',
  answers,
});

test('behavior: another credit has its own records, and an address of its own', async () => {
  const { asked } = await openScreen(path, { ...answers, 'Users/CreditDetail': { list: [record] } });
  expect(await screen.findByText('+120.00 EQUITY')).toBeTruthy();
  expect(screen.getByText('Balance 240.00 EQUITY')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'POY' }));
  expect(await screen.findByText(/Proof of yield/)).toBeTruthy();
  expect(asked.filter((one) => one.path === 'Users/CreditDetail').at(-1)?.input).toMatchObject({
    coinid: 'POY',
  });
  expect(location.hash).toBe(`#${path}?coinid=POY`);
});
