import { oneCoin } from '@openmere/core/money/amount.ts';
import { defaultOf } from '@openmere/core/setting/define.ts';
import { nodeSaleShares } from '@openmere/core/setting/node.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideSale, senderOf } from './treasury-senders.ts';

const medal = `0x${'3d'.repeat(20)}` as const;

test('refuses: other coins and other senders', () => {
  expect(senderOf({ medal }, medal, 'USDT')?.kind).toBe('node-sale');
  expect(senderOf({ medal }, medal, 'OPEN')).toBeUndefined();
  expect(senderOf({ medal }, `0x${'4d'.repeat(20)}`, 'USDT')).toBeUndefined();
});

test('behavior: a node sale goes 70 to 30, and to no pool that pays members', () => {
  expect(divideSale(5000n * oneCoin, defaultOf(nodeSaleShares))).toEqual([
    { account: 'pool:market-value', amount: 3500n * oneCoin },
    { account: 'pool:operations', amount: 1500n * oneCoin },
  ]);
});

test('property: the parts make the whole', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 30n), (amount) => {
      const parts = divideSale(amount, defaultOf(nodeSaleShares));
      expect(parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount);
      expect(parts.every((part) => part.amount > 0n)).toBe(true);
    }),
  );
});
