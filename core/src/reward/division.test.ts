import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { listDynamicPower } from './dynamic-power.ts';
import { findUnqualified } from './eligibility.ts';
import type { Taker } from './eligibility.ts';
import { weighByTime } from './time-weight.ts';
import { buildTree } from './tree.ts';
import { divideWeekly, weighLeaders } from './weekly.ts';
import { divideWeighted } from './weighted.ts';
import { divideYield } from './yield.ts';
import type { PowerHolder, YieldRule } from './yield.ts';

const threshold = 100n * oneCoin;
const rule: YieldRule = { poolBps: 100, powerBps: 100, needed: { threshold, inclusive: false } };
const weight = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 0n, max: 9n }),
  fc.bigInt({ min: 0n, max: 10n ** 30n }),
);

describe('divideWeighted', () => {
  test('refuses: less than nothing', () => {
    expect(() => divideWeighted(-1n, [1n])).toThrow('not negative');
    expect(() => divideWeighted(1n, [-1n])).toThrow('no weight is negative');
  });

  test.each<[bigint, bigint[], bigint[]]>([
    [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [10n, [5n, 2n, 1n], [6n, 3n, 1n]],
    [2n, [1n, 0n, 1n, 1n], [1n, 0n, 1n, 0n]],
    [7n, [0n, 0n], [0n, 0n]],
    [7n, [], []],
  ])('behavior: %s by %s is %s', (total, weights, shares) => {
    expect(divideWeighted(total, weights)).toEqual(shares);
  });

  test('property: exact, each within a unit of its share, nothing for no weight', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.array(weight, { maxLength: 30 }),
        (total, weights) => {
          const whole = weights.reduce((sum, one) => sum + one, 0n);
          const shares = divideWeighted(total, weights);
          expect(shares.reduce((sum, one) => sum + one, 0n)).toBe(whole === 0n ? 0n : total);
          for (const [at, share] of shares.entries()) {
            const exact = total * weights[at]!;
            expect(share * whole).toBeGreaterThanOrEqual(exact - (exact % (whole || 1n)));
            expect(share * whole < exact + (whole || 1n)).toBe(true);
            if (weights[at] === 0n) expect(share).toBe(0n);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('findUnqualified', () => {
  const good: Taker = { activated: true, barred: false, countryOff: false, personalPower: threshold + 1n };
  test.each<[string, Partial<Taker>, object | undefined]>([
    ['all is well', {}, undefined],
    [
      'everything is missing',
      { activated: false, barred: true, countryOff: true, personalPower: 0n },
      { reason: 'notactivated' },
    ],
    ['barred', { barred: true, countryOff: true }, { reason: 'barred' }],
    ['the country is switched off', { countryOff: true, personalPower: 0n }, { reason: 'country' }],
    ['exactly a hundred', { personalPower: threshold }, { reason: 'power', missing: 1n }],
    ['nothing at all', { personalPower: 0n }, { reason: 'power', missing: threshold + 1n }],
  ])('behavior: %s', (_, change, expected) => {
    expect(findUnqualified({ ...good, ...change }, rule.needed)).toEqual(expected);
  });

  test('behavior: read as "100 or more", exactly a hundred is enough', () => {
    const needed = { threshold, inclusive: true };
    expect(findUnqualified({ ...good, personalPower: threshold }, needed)).toBeUndefined();
    expect(findUnqualified({ ...good, personalPower: 0n }, needed)).toEqual({
      reason: 'power',
      missing: threshold,
    });
  });
});

describe('divideYield', () => {
  const holder = (member: number, personal: bigint, change: Partial<PowerHolder> = {}): PowerHolder => ({
    member,
    person: member,
    personal: personal * oneCoin,
    dynamic: 0n,
    bonus: 0n,
    ...change,
  });
  const plenty = new Map(Array.from({ length: 60 }, (_, person) => [person, 10n ** 30n]));

  test('behavior: one percent of the pool, pro rata to power; exactly a hundred takes no part', () => {
    const holders = [holder(0, 300n), holder(1, 100n), holder(2, 200n)];
    const { activePower, budget, paid, rows } = divideYield({
      pool: 100n * oneCoin,
      holders,
      equity: plenty,
      rule,
    });
    expect([activePower, budget, paid]).toEqual([500n * oneCoin, oneCoin, oneCoin]);
    expect(rows.map(({ member, personal }) => [member, personal])).toEqual([
      [0, (oneCoin * 6n) / 10n],
      [2, (oneCoin * 4n) / 10n],
    ]);
  });

  test('behavior: one percent of the power, when the pool has more', () => {
    const { budget } = divideYield({ pool: 10n ** 24n, holders: [holder(0, 300n)], equity: plenty, rule });
    expect(budget).toBe(3n * oneCoin);
  });

  test('behavior: dynamic counts up to the personal power, bonus in full, and each pays for its part', () => {
    const one = holder(0, 200n, { dynamic: 500n * oneCoin, bonus: 100n * oneCoin });
    const { activePower, rows } = divideYield({ pool: 500n * oneCoin, holders: [one], equity: plenty, rule });
    expect(activePower).toBe(500n * oneCoin);
    expect(rows[0]).toMatchObject({ personal: 2n * oneCoin, dynamic: 2n * oneCoin, bonus: oneCoin });
  });

  test('behavior: what EQUITY does not cover stays in the pool; a main account and its sub-account share one', () => {
    const holders = [holder(0, 300n), holder(1, 300n, { person: 0 }), holder(2, 600n), holder(3, 600n)];
    const equity = new Map([
      [0, oneCoin],
      [2, 100n * oneCoin],
    ]);
    const { budget, paid, rows } = divideYield({ pool: 1_800n * oneCoin, holders, equity, rule });
    expect(budget).toBe(18n * oneCoin);
    expect(rows.map(({ personal }) => personal)).toEqual([oneCoin / 2n, oneCoin / 2n, 6n * oneCoin, 0n]);
    expect(rows.map(({ byPower }) => byPower)).toEqual([3n, 3n, 6n, 6n].map((coins) => coins * oneCoin));
    expect(paid).toBe(7n * oneCoin);
  });

  test('refuses: a member twice', () => {
    const twice = { pool: 1n, holders: [holder(0, 300n), holder(0, 300n)], equity: plenty, rule };
    expect(() => divideYield(twice)).toThrow('stands once');
  });

  const anyHolders = fc.array(
    fc.record({ person: fc.nat(5), personal: weight, dynamic: weight, bonus: weight, equity: weight }),
    { maxLength: 30 },
  );
  test('property: never more than the pool, the power or the EQUITY gives, whoever stands first', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), anyHolders, (pool, given) => {
        const holders = given.map((one, member) => ({ ...one, member }));
        const equity = new Map(given.map((one) => [one.person, one.equity]));
        const day = divideYield({ pool, holders, equity, rule });
        expect(
          day.paid <= day.budget && day.budget * 100n <= pool && day.budget * 100n <= day.activePower,
        ).toBe(true);
        const used = new Map<number, bigint>();
        for (const row of day.rows) {
          const { personal, dynamic, bonus, person } = holders[row.member]!;
          expect(row.personal <= personal && row.dynamic <= dynamic && row.bonus <= bonus).toBe(true);
          used.set(person, (used.get(person) ?? 0n) + row.personal + row.dynamic + row.bonus);
        }
        for (const [person, sum] of used) expect(sum <= (equity.get(person) ?? 0n)).toBe(true);
        expect([...used.values()].reduce((sum, one) => sum + one, 0n)).toBe(day.paid);
        expect(divideYield({ pool, holders: holders.toReversed(), equity, rule })).toEqual(day);
      }),
      { numRuns: 500 },
    );
  });
});

describe('weekly', () => {
  const week = { from: 1_000, to: 8_000 };
  test('behavior: what is held is weighed by time; moved on Wednesday, the week is shared', () => {
    const weights = weighByTime(
      [
        { holder: 'ann', at: 0, amount: 10n },
        { holder: 'ann', at: 4_000, amount: 0n },
        { holder: 'ben', at: 4_000, amount: 10n },
        { holder: 'cat', at: 7_999, amount: 1_000n },
        { holder: 'dan', at: 8_000, amount: 1_000n },
        { holder: 'eve', at: 0, amount: 5n },
        { holder: 'eve', at: 500, amount: 7n },
      ],
      week,
    );
    expect([...weights]).toEqual([
      ['ann', 30_000n],
      ['ben', 40_000n],
      ['cat', 1_000n],
      ['eve', 49_000n],
    ]);
  });

  test('property: whoever holds it in turn, a thing weighs as much as one who keeps it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 20 }), (moments) => {
        const ordered = moments.toSorted((a, b) => a - b);
        const passedOn = ordered.flatMap((at, turn) => [
          { holder: `holder ${turn}`, at, amount: 0n },
          { holder: `holder ${turn + 1}`, at, amount: 3n },
        ]);
        const weights = weighByTime([{ holder: 'holder 0', at: 0, amount: 3n }, ...passedOn], week);
        expect([...weights.values()].reduce((sum, one) => sum + one, 0n)).toBe(3n * 7_000n);
      }),
    );
  });

  test('behavior: V4 and above lead, by the week’s small region; who is not qualified keeps the weight', () => {
    const small = BigInt64Array.of(30n, 20n, 50n, -5n);
    const weighed = weighLeaders({ small }, Uint8Array.of(4, 3, 6, 5), Uint8Array.of(0, 0, 4, 0), 4);
    expect(weighed).toEqual([
      { member: 0, weight: 30n },
      { member: 2, weight: 50n, reason: 'power' },
    ]);
    expect(divideWeekly(8n, weighed)).toEqual({
      parts: [
        { member: 0, weight: 30n, amount: 3n },
        { member: 2, weight: 50n, reason: 'power', amount: 5n },
      ],
      left: 0n,
    });
    expect(divideWeekly(8n, [])).toEqual({ parts: [], left: 8n });
  });

  test('behavior: another level may be the first that leads', () => {
    const small = BigInt64Array.of(30n, 20n, 50n);
    const leaders = (least: number) =>
      weighLeaders({ small }, Uint8Array.of(4, 3, 6), Uint8Array.of(0, 0, 0), least).map(
        ({ member }) => member,
      );
    expect([leaders(3), leaders(5), leaders(6)]).toEqual([[0, 1, 2], [2], [2]]);
  });

  test('property: parts and what is left are the whole, in whatever order it was asked', () => {
    const asked = fc.uniqueArray(fc.record({ member: fc.nat(100), weight }), {
      selector: ({ member }) => member,
    });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), asked, (total, weighed) => {
        const { parts, left } = divideWeekly(total, weighed);
        expect(parts.reduce((sum, { amount }) => sum + amount, left)).toBe(total);
        expect(divideWeekly(total, weighed.toReversed())).toEqual({ parts, left });
      }),
    );
  });
});

test('behavior: dynamic power is 1 for each USDT of a direct’s fee, a half of an indirect’s', () => {
  const tree = buildTree(Int32Array.of(-1, 0, 1));
  const fees = [
    { payer: 0, amount: 9n },
    { payer: 1, amount: 7n },
    { payer: 2, amount: 5n },
  ];
  expect(listDynamicPower(tree, fees, { directBps: 10_000, indirectBps: 5_000 })).toEqual([
    { member: 0, payer: 1, amount: 7n },
    { member: 1, payer: 2, amount: 5n },
    { member: 0, payer: 2, amount: 2n },
  ]);
  expect(listDynamicPower(tree, fees, { directBps: 0, indirectBps: 10_000 })).toEqual([
    { member: 0, payer: 2, amount: 5n },
  ]);
});
