// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { testList } from '../app/test-list.tsx';
import { openScreen } from '../app/test-screen.tsx';

const hash = `0x${'b2'.repeat(32)}`;
const facts = { time: '2026-11-20T12:00:00.000Z', hash, status: 'final', block: 98 } as const;
const minted = {
  ...facts,
  id: 'mnt_1',
  consumed: '1001',
  obtained: '200.2',
  price: '0.1',
  value: '100.1',
  burned: '500.5',
  tomarket: '500.5',
};
const sold = {
  ...facts,
  id: 'mnt_2',
  type: 'mint',
  paidwith: 'OPEN',
  consumed: '1000',
  obtained: '98.1',
  price: '0.0981',
  fee: '0.493',
  burned: '10',
} as const;

const helpHref = () => screen.getByRole('link', { name: 'Get help with this' }).getAttribute('href');

describe('minted hash power', () => {
  testList({
    path: '/pages/wallet/cast/details/details',
    call: 'Cast/Records',
    row: minted,
    shown: '200.20 hash power',
    empty: 'Nothing minted yet',
  });

  test('behavior: one record says what was consumed, obtained, at which price, to the last unit', async () => {
    const answers = { 'Cast/Records': { list: [minted] } };
    await openScreen('/pages/wallet/cast/details/details?id=mnt_1', answers);
    expect(await screen.findByText('1,001.00 OPEN')).toBeTruthy();
    expect(screen.getByText('100.10 USDT')).toBeTruthy();
    expect(screen.getAllByText('500.50 OPEN')).toHaveLength(2);
    expect(screen.getByText('Final')).toBeTruthy();
    expect(helpHref()).toContain('about=minting:mnt_1');
  });

  test('refuses: a record that is not one’s own', async () => {
    await openScreen('/pages/wallet/cast/details/details?id=mnt_9', { 'Cast/Records': { list: [] } });
    expect(await screen.findByText('Record not found')).toBeTruthy();
  });
});

describe('hash power used', () => {
  testList({
    path: '/pages/wallet/cast/dedRecode/dedRecode',
    call: 'Cast/Deductions',
    row: { id: '7', time: facts.time, kind: 'personal', amount: '0.028269', remaining: '198.424451' },
    shown: '0.028269',
    empty: 'Nothing used up yet',
  });
});

describe('dynamic hash power', () => {
  testList({
    path: '/pages/wallet/cast/grants/grants',
    call: 'Cast/Grants',
    row: { id: '8', time: facts.time, amount: '2.5', left: '1.25', payer: 'Be***n' },
    shown: 'For fees paid by Be***n',
    empty: 'No dynamic hash power yet',
  });
});

describe('USDO', () => {
  testList({
    path: '/pages/wallet/usdoCast/recode/recode',
    call: 'Usdo/Records',
    row: sold,
    shown: '98.10 USDO',
    empty: 'No USDO yet',
  });

  test('behavior: the price that was got, the fee and the burn stand in the record', async () => {
    await openScreen('/pages/wallet/usdoCast/recode/recode?id=mnt_2', { 'Usdo/Records': { list: [sold] } });
    expect(await screen.findByText('0.0981 USDO')).toBeTruthy();
    expect(screen.getByText('0.493 USDT')).toBeTruthy();
    expect(screen.getByText('10.00 OPEN')).toBeTruthy();
    expect(helpHref()).toContain('about=usdo:mnt_2');
  });
});
