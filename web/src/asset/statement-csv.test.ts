import { expect, test } from 'vitest';
import { csvCell } from '../platform/csv.ts';
import { statementCsv } from './statement-csv.ts';

test('refuses: a text that a spreadsheet would run as a formula is made harmless', () => {
  expect(['=1+1', '+1', '-x', '@sum', '\tx'].map(csvCell)).toEqual(["'=1+1", "'+1", "'-x", "'@sum", "'\tx"]);
});

test('behavior: amounts stay numbers, quotes and commas are kept by quoting', () => {
  expect(csvCell('-60.5')).toBe('-60.5');
  expect(csvCell('say "no", twice')).toBe('"say ""no"", twice"');
});

test('behavior: one line per record under the heads', () => {
  const row = {
    id: 'je_1',
    time: '2026-03-01T10:00:00.000Z',
    kind: 'deposit',
    coinid: 'USDT',
    amount: '100',
    balanceafter: '100',
    reference: 'dep_1',
    counterpart: null,
    outcome: null,
    description: 'Deposit',
  };
  const heads = ['Time', 'Kind', 'Coin', 'Amount', 'After', 'Reference', 'Description', 'With', 'Outcome'];
  const withdrawal = {
    ...row,
    kind: 'withdrawal',
    amount: '-20',
    reference: 'wdr_1',
    outcome: 'held' as const,
  };
  const transfer = { ...row, kind: 'transfer', reference: 'tra_1', counterpart: 'M***k' };
  expect(statementCsv([row, withdrawal, transfer], heads).split('\r\n')).toEqual([
    'Time,Kind,Coin,Amount,After,Reference,Description,With,Outcome',
    '2026-03-01T10:00:00.000Z,deposit,USDT,100,100,dep_1,Deposit,,',
    '2026-03-01T10:00:00.000Z,withdrawal,USDT,-20,100,wdr_1,Deposit,,held',
    '2026-03-01T10:00:00.000Z,transfer,USDT,100,100,tra_1,Deposit,M***k,',
  ]);
});
