import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { checkSubscription } from './check.ts';
import type { SubscribeFacts } from './check.ts';
import { nodeTypeOf, nodeTypes, numberOfType, weighHoldings } from './rules.ts';

const weights = { genesis: 5, gold: 2, diamond: 1 };
const fine: SubscribeFacts = {
  type: 'gold',
  paused: false,
  countryOff: false,
  activated: true,
  now: 100,
  opens: 50,
  closes: 200,
  total: 3n,
  sold: 2n,
  hasBought: false,
  holds: false,
  permitUntil: 100,
  price: 1000n * oneCoin,
  balance: 1000n * oneCoin,
  consent: true,
};

test('refuses: in the published order, which is the contract’s as far as that goes', () => {
  const wrongs: [string, Partial<SubscribeFacts>][] = [
    ['node.paused', { paused: true }],
    ['node.country', { countryOff: true }],
    ['member.notactivated', { activated: false }],
    ['node.permitneeded', { permitUntil: undefined }],
    ['node.permitexpired', { permitUntil: 99 }],
    ['node.notonsale', { opens: 101 }],
    ['node.ended', { closes: 100 }],
    ['node.soldout', { sold: 3n }],
    ['node.bought', { hasBought: true }],
    ['node.holds', { holds: true }],
    ['node.insufficient', { balance: oneCoin }],
    ['node.consent', { consent: false }],
  ];
  expect(checkSubscription(fine)).toBeUndefined();
  for (const [at, [code]] of wrongs.entries()) {
    const all = Object.assign(
      {},
      ...wrongs
        .slice(at)
        .map(([, wrong]) => wrong)
        .toReversed(),
    ) as object;
    expect(checkSubscription({ ...fine, ...all })?.code).toBe(code);
  }
  expect(checkSubscription({ ...fine, balance: oneCoin })?.params).toEqual({
    available: '1',
    missing: '999',
  });
  expect(checkSubscription({ ...fine, type: 'diamond', permitUntil: undefined })).toBeUndefined();
});

test('behavior: kinds are counted from 1, as in the contract', () => {
  expect(nodeTypes.map(numberOfType)).toEqual([1, 2, 3]);
  expect([0, 1, 3, 4].map(nodeTypeOf)).toEqual([undefined, 'genesis', 'diamond', undefined]);
});

test('behavior: a medal sold in the middle of the week shares it; one bought in the last moment weighs next to nothing', () => {
  const sums = weighHoldings(
    [
      { holder: 'ann', type: 'genesis', from: -5, until: 40 },
      { holder: 'ben', type: 'genesis', from: 40, until: null },
      { holder: 'cyd', type: 'gold', from: 99, until: null },
      { holder: 'dan', type: 'diamond', from: 100, until: null },
    ],
    { from: 0, to: 100 },
    weights,
  );
  expect([...sums]).toEqual([
    ['ann', 200n],
    ['ben', 300n],
    ['cyd', 2n],
  ]);
});

test('property: however often a medal goes from hand to hand, its holders together weigh what it weighs', () => {
  const cuts = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 20 });
  fc.assert(
    fc.property(cuts, fc.constantFrom(...nodeTypes), (times, type) => {
      const at = [0, ...times.toSorted((a, b) => a - b)];
      const holdings = at.map((from, turn) => ({
        holder: turn % 3,
        type,
        from,
        until: at[turn + 1] ?? null,
      }));
      const sums = weighHoldings(holdings, { from: 0, to: 1000 }, weights);
      const all = [...sums.values()].reduce((sum, weight) => sum + weight, 0n);
      expect(all).toBe(BigInt(1000 * weights[type]));
    }),
  );
});
