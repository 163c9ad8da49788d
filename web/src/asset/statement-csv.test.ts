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
    hash: null,
    fee: null,
    usdtvalue: '100',
    description: 'Deposit',
  };
  const heads = [
    'Time',
    'Kind',
    'Coin',
    'Amount',
    'After',
    'Reference',
    'Description',
    'With',
    'Outcome',
    'Hash',
    'Fee',
    'Value',
  ];
  const withdrawal = {
    ...row,
    kind: 'withdrawal',
    amount: '-20',
    reference: 'wdr_1',
    outcome: 'paid' as const,
    counterpart: '0xab',
    hash: '0xcd',
    fee: '1',
    usdtvalue: '-20',
  };
  const transfer = {
    ...row,
    kind: 'transfer',
    coinid: 'OPEN',
    reference: 'tra_1',
    counterpart: 'M***k',
    usdtvalue: null,
  };
  expect(statementCsv([row, withdrawal, transfer], heads).split('\r\n')).toEqual([
    'Time,Kind,Coin,Amount,After,Reference,Description,With,Outcome,Hash,Fee,Value',
    '2026-03-01T10:00:00.000Z,deposit,USDT,100,100,dep_1,Deposit,,,,,100',
    '2026-03-01T10:00:00.000Z,withdrawal,USDT,-20,100,wdr_1,Deposit,0xab,paid,0xcd,1,-20',
    '2026-03-01T10:00:00.000Z,transfer,OPEN,100,100,tra_1,Deposit,M***k,,,,',
  ]);
});
