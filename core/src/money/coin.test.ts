import { expect, test } from 'vitest';
import { coinIds, coins, findCoin, isCoinId } from './coin.ts';

test.each(['', 'usdt', 'USDT ', 'USDC', 'constructor', 'BNB'])('refuses: %j is no coin', (id) => {
  expect(isCoinId(id)).toBe(false);
  expect(findCoin(id)).toBeUndefined();
});

test.each(coinIds)('behavior: %s stands in the list once, under its own name', (id) => {
  expect(isCoinId(id)).toBe(true);
  expect(coins.filter((coin) => coin.id === id)).toEqual([findCoin(id)]);
});

test('behavior: what is only in the ledger is neither deposited nor withdrawn', () => {
  for (const coin of coins.filter(({ lives }) => lives === 'ledger'))
    expect(coin).toMatchObject({ deposit: false, withdraw: false });
});

test('behavior: what never enters the ledger cannot move within it', () => {
  for (const coin of coins.filter(({ lives }) => lives === 'chain'))
    expect(coin).toMatchObject({ deposit: false, withdraw: false, transfer: false });
});
