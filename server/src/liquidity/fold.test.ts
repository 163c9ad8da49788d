import { rootPerLp } from '@openmere/core/liquidity/position.ts';
import { quoteAdd, quoteSides } from '@openmere/core/liquidity/quote.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { expect, test } from 'vitest';
import { seededRandom } from '../ledger/test-ledger.ts';
import { applyRecord, noHolding } from './fold.ts';
import type { Holding } from './fold.ts';

type Folded = Parameters<typeof applyRecord>[1];

const blank: Omit<Folded, 'type'> = {
  usdt: 0n,
  open: 0n,
  lp: 0n,
  amount: 0n,
  price_e18: null,
  ousd: 0n,
  ousd_held: 0n,
  hold_id: null,
  release_at: null,
  earns: false,
  block_time: new Date(1_700_000_000_000),
};
const until = new Date(1_800_000_000_000);

function fold(...records: (Partial<Folded> & Pick<Folded, 'type'>)[]): Holding {
  return records.map((record) => ({ ...blank, ...record })).reduce(applyRecord, noHolding);
}
const add = (usdt: bigint, open: bigint, lp: bigint, price_e18 = oneCoin) =>
  ({ type: 'add', usdt, open, lp, price_e18 }) as const;
const remove = (lp: bigint, ousd: bigint, ousd_held: bigint, hold_id: bigint) =>
  ({ type: 'remove', lp, ousd, ousd_held, hold_id, release_at: until }) as const;
const readd = (ousd_held: bigint) =>
  ({ type: 'readd', usdt: 9n, open: 9n, lp: 9n, price_e18: oneCoin, ousd_held }) as const;

test('refuses: to go below zero where forerunners are missing', () => {
  const folded = fold(remove(7n, 8n, 2n, 1n), readd(50n), { type: 'release', hold_id: 9n });
  expect(folded).toMatchObject({ position: { lp: 9n, paidInUsdt: 9n }, ousdObtained: 10n, holds: [] });
  expect(fold({ ...add(1n, 1n, 1n), lp: 0n })).toEqual(noHolding);
});

test('refuses: two holds of one number: a removal that a reorganisation took has given its own to the one that came instead', () => {
  expect(fold(remove(1n, 0n, 30n, 1n), remove(1n, 0n, 20n, 1n)).holds).toEqual([
    { id: 1n, amount: 20n, releaseAt: until },
  ]);
});

test('property: re-adding empties the oldest holds first, whatever their order of arrival', () => {
  const holds = (left: Holding) => left.holds.map(({ id, amount }) => [id, amount]);
  const start = [remove(1n, 0n, 30n, 2n), remove(1n, 0n, 20n, 1n), remove(1n, 0n, 10n, 3n)];
  expect(holds(fold(...start))).toEqual([
    [1n, 20n],
    [2n, 30n],
    [3n, 10n],
  ]);
  expect(holds(fold(...start, readd(19n)))).toEqual([
    [1n, 1n],
    [2n, 30n],
    [3n, 10n],
  ]);
  expect(holds(fold(...start, readd(20n)))).toEqual([
    [2n, 30n],
    [3n, 10n],
  ]);
  expect(holds(fold(...start, readd(51n)))).toEqual([[3n, 9n]]);
  expect(holds(fold(...start, { type: 'release', hold_id: 2n }))).toEqual([
    [1n, 20n],
    [3n, 10n],
  ]);
  expect(holds(fold(...start, readd(60n)))).toEqual([]);
});

test('behavior: costs are by average, and none is left with the last LP', () => {
  const half = fold(add(100n, 300n, 50n), add(300n, 100n, 150n, 2n * oneCoin), remove(100n, 0n, 0n, 1n));
  expect(half.position).toMatchObject({ lp: 100n, paidInUsdt: 200n, paidInOpen: 200n, paidInValue: 450n });
  const out = applyRecord(half, { ...blank, ...remove(100n, 0n, 0n, 1n) });
  expect(out.position).toMatchObject({ lp: 0n, paidInUsdt: 0n, paidInOpen: 0n, paidInValue: 0n });
  expect(fold(add(5n, 5n, 5n), { type: 'redeem', usdt: 3n })).toEqual(fold(add(5n, 5n, 5n)));
});

test('property: the entry root that an adding tells is the pool’s own root per LP, never below it', () => {
  const random = seededRandom(9);
  const big = (): bigint => BigInt(1 + random(1_000_000)) * 10n ** BigInt(12 + random(8));
  for (let round = 0; round < 300; round += 1) {
    const pool = { reserveUsdt: big(), reserveOpen: big(), lpTotal: big() };
    const usdtDesired = (pool.reserveUsdt * BigInt(1 + random(5_000))) / 1_000n;
    const { usdt, open, lp } = quoteAdd({ usdtDesired }, pool);
    if (lp < 10n ** 9n || open < 10n ** 9n || usdt < 10n ** 9n) continue;
    const { entryRootE18 } = fold(add(usdt, open, lp)).position;
    const after = {
      reserveUsdt: pool.reserveUsdt + usdt,
      reserveOpen: pool.reserveOpen + open,
      lpTotal: pool.lpTotal + lp,
    };
    const root = rootPerLp(after);
    expect(entryRootE18).toBeGreaterThanOrEqual(root);
    expect(entryRootE18 - root).toBeLessThanOrEqual(root / 10n ** 8n + 2n);
    expect(quoteSides(lp, after).usdt).toBeLessThanOrEqual(usdt);
  }
});
