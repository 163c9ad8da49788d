import { oneCoin } from '@openmere/core/money/amount.ts';
import { expect, test } from 'vitest';
import type { Posted } from '../ledger/posted.ts';
import { transferNotices } from './announce.ts';

test('behavior: what stays of a transfer under News leads its receiver to its record; of another kind nothing stays', () => {
  const of = (account: Posted['balances'][number]['account']) => ({
    account,
    asset: 'USDT',
    balance: oneCoin,
  });
  const posted: Posted = {
    entryId: 'je_7',
    seq: 7n,
    time: new Date(),
    kind: 'transfer',
    reference: 'tra_1',
    replayed: false,
    balances: [of('member:mem_1:available'), of('member:mem_2:available'), of('fee:transfer')],
  };
  expect(transferNotices([posted])).toMatchObject([
    { memberId: 'mem_2', link: '/pages/wallet/transfer/recode/recode?id=tra_1' },
  ]);
  expect(transferNotices([{ ...posted, kind: 'deposit' }])).toEqual([]);
});
