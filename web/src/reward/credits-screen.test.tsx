// @vitest-environment happy-dom
import { balanceChanged } from '@openmere/core/asset/contract.ts';
import { formatPush } from '@openmere/core/kit/push.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testList } from '../app/test-list.tsx';
import { openScreen } from '../app/test-screen.tsx';
import { receivePush } from '../platform/live.ts';

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

test('behavior: what moved the balance elsewhere stands in the records, too', async () => {
  const news = { ...record, id: 'rec_2', description: 'Equity of a node' };
  let isThere = false;
  const list = () => (isThere ? [news, record] : [record]);
  await openScreen(path, { ...answers, 'Users/CreditDetail': () => ({ list: list() }) });
  await screen.findByText('Equity for liquidity');
  isThere = true;
  act(() => receivePush({}, formatPush(balanceChanged, { list: [] })));
  expect(await screen.findByText('Equity of a node')).toBeTruthy();
});
