// @vitest-environment happy-dom
import { haltKinds } from '@openmere/core/ledger/halt.ts';
import { paymentDoubts } from '@openmere/core/withdrawal/contract.ts';
import { afterEach, expect, test } from 'vitest';
import { haltEndText, haltText } from './halt-text.ts';

afterEach(() => localStorage.clear());

const facts = {
  payout: '0xaa',
  hash: '0xbb',
  doubt: 'approved',
  ledger: '40005',
  chain: '39000',
  block: '7',
  misplaced: '2',
  address: '0xcc',
  since: '2026-05-04T12:00:00.000Z',
  invariants: 'I01, I05',
};

test('behavior: every kind is said in the operator’s language, with its figures', () => {
  localStorage.setItem('openmere.console.locale', 'zh-Hans');
  for (const kind of haltKinds) {
    const { misplaced: _misplaced, address: _address, ...rest } = facts;
    const said = haltText({ kind, subject: 'USDT', facts: rest });
    expect(said, kind).toMatch(/[\u4e00-\u9fff]/);
    expect(said, kind).not.toMatch(/[{}]|undefined|[a-z]{4,}/);
  }
  expect(haltText({ kind: 'reserves', subject: 'USDT', facts })).toBe(
    'USDT：账本为 40,005，区块 7 时链上为 39,000。 2 个充值地址的余额与预期不符，其中一个是 0xcc。',
  );
  for (const doubt of paymentDoubts)
    expect(haltText({ kind: 'payment', subject: 'x', facts: { ...facts, doubt } }), doubt).not.toContain(
      doubt,
    );
});

test('behavior: a halt from before facts were kept shows what it kept', () => {
  expect(haltText({ kind: 'reserves', subject: 'USDT', facts: { detail: 'reserves differ' } })).toBe(
    'reserves differ',
  );
});

test('behavior: how a halt ended is said in the operator’s language; another text stays as it is', () => {
  localStorage.setItem('openmere.console.locale', 'zh-Hans');
  for (const did of ['gone', 'book', 'match', 'giveback'])
    expect(haltEndText(`${did} by an.na and ben`)).toMatch(/^[\u4e00-\u9fff，]+（an\.na、ben）。$/);
  expect(haltEndText('gone by anna and ben: looked at it: equal')).toBe(
    '原因已消除（anna、ben）。 looked at it: equal',
  );
  expect(haltEndText('cleared')).toBe('cleared');
  expect(haltEndText(null)).toBe('');
});
