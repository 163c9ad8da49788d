import { withdrawalStatuses } from '@openmere/core/withdrawal/state.ts';
import { expect, test } from 'vitest';
import { showWaits } from './record.ts';

const lock = { reason: 'lock', until: '2026-03-02T10:00:00.000Z' } as const;

test.each([
  ['cap: hour', 'limit'],
  ['cap: month', 'limit'],
  ['cap: transaction', 'check'],
  ['cover', 'refill'],
  ['gas-price', 'network'],
  ['gas', 'network'],
  ['chain: DailyLimitExceeded(0x55, 100, 90, 20)', 'limit'],
  ['chain: PaymentLimitExceeded(0x55, 10, 20)', 'check'],
  ['chain: EnforcedPause()', 'check'],
  ['chain: insufficient funds for gas', 'check'],
  ['sanctions: not checked', 'check'],
  ['reserves: not compared', 'check'],
  ['approvals', 'check'],
  ['journal: signed before', 'check'],
  ['a word of tomorrow', 'check'],
])('behavior: what waits at the signer with "%s" says so in plain words: %s', (blocked, reason) => {
  expect(showWaits({ status: 'approved', blocked }, undefined)).toEqual({ reason, until: null });
});

test('behavior: a lock goes before what the signer says', () => {
  for (const status of ['reviewing', 'approved'] as const)
    expect(showWaits({ status, blocked: 'cover' }, lock)).toEqual(lock);
});

test('behavior: nothing is said of a lock that is over, of a halt, which has a notice of its own, and of what is signed or ended', () => {
  for (const blocked of ['locked', 'halted', null])
    expect(showWaits({ status: 'approved', blocked }, undefined)).toBeNull();
  for (const status of withdrawalStatuses.filter((one) => one !== 'reviewing' && one !== 'approved'))
    expect(showWaits({ status, blocked: 'hold' }, lock)).toBeNull();
});
