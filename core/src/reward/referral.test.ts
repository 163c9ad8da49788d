import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { amountAt, amountMost, newAmounts } from './amount-column.ts';
import { exactAt, sumDifferential } from './differential.ts';
import { reasonCode } from './eligibility.ts';
import { computeShortfall, referralRuleOf } from './referral-rule.ts';
import type { ReferralRule } from './referral-rule.ts';
import { divideReferral, gatherFees, listParts } from './referral.ts';
import type { Part } from './referral.ts';
import { dividePlainly, plantPersons } from './test-plain-engine.ts';
import { buildTree } from './tree.ts';
import { linkUplines } from './uplines.ts';

const rulebook: ReferralRule = referralRuleOf(
  Object.entries({ direct: 30, indirect: 10, team: 40, management: 10, leadership: 5, contribution: 5 }).map(
    ([of, percent]) => ({ of, percent }),
  ),
  [1_000, 1_600, 2_200, 2_800, 3_400, 4_000],
);

function divisionOf(inviters: readonly number[], levels: readonly number[], rule = rulebook) {
  const uplines = linkUplines(buildTree(Int32Array.from(inviters)), Uint8Array.from(levels));
  return { uplines, reasons: new Uint8Array(inviters.length), rule };
}

const say = ({ kind, taker, rateBps, alreadyPaidBps, amount, reason }: Part) =>
  [
    kind,
    taker === -1 ? 'pool' : `to ${taker}`,
    `${(rateBps - alreadyPaidBps) / 100} %`,
    amount.toString(),
    ...(reason ? [reason] : []),
  ].join(' ');

describe('who gets which part', () => {
  // A line of members, the payer last; the numbers are levels.
  test.each<[string, number[], string[]]>([
    [
      'the first member pays: nobody is above, everything but the weekly pools is for market value',
      [0],
      ['leadership pool 5 % 500', 'contribution pool 5 % 500', 'rest pool 90 % 9000'],
    ],
    [
      'nobody has a level: team and management have no taker',
      [0, 0, 0],
      [
        'direct to 1 30 % 3000',
        'indirect to 0 10 % 1000',
        'leadership pool 5 % 500',
        'contribution pool 5 % 500',
        'rest pool 50 % 5000',
      ],
    ],
    [
      'V1, V3, V3, V6 upwards: each the difference, the second V3 nothing, nobody is V6 above the V6',
      [6, 3, 3, 1, 0, 0],
      [
        'direct to 4 30 % 3000',
        'indirect to 3 10 % 1000',
        'team to 3 10 % 1000',
        'team to 2 12 % 1200',
        'team to 0 18 % 1800',
        'leadership pool 5 % 500',
        'contribution pool 5 % 500',
        'rest pool 10 % 1000',
      ],
    ],
    [
      'management: the nearest of the same level above the last one paid, over the heads of lower ones',
      [2, 2, 0, 1, 2, 0],
      [
        'direct to 4 30 % 3000',
        'indirect to 3 10 % 1000',
        'team to 4 16 % 1600',
        'management to 1 10 % 1000',
        'leadership pool 5 % 500',
        'contribution pool 5 % 500',
        'rest pool 24 % 2400',
      ],
    ],
    [
      'the payer’s own level is nothing to the division',
      [1, 5],
      [
        'direct to 0 30 % 3000',
        'team to 0 10 % 1000',
        'leadership pool 5 % 500',
        'contribution pool 5 % 500',
        'rest pool 50 % 5000',
      ],
    ],
  ])('behavior: %s', (_, levels, expected) => {
    const payer = levels.length - 1;
    const line = levels.map((_level, at) => at - 1);
    const fees = gatherFees([{ payer, amount: 10_000n }]);
    expect(listParts(divisionOf(line, levels), fees).map(say)).toEqual(expected);
  });

  test('behavior: who is not qualified keeps their place in the line; their part names why and moves nobody else’s', () => {
    const division = divisionOf([-1, 0, 1, 2], [3, 1, 0, 0]);
    division.reasons[1] = reasonCode('power');
    const parts = listParts(division, gatherFees([{ payer: 3, amount: 10_000n }]));
    expect(parts.map(say)).toEqual([
      'direct to 2 30 % 3000',
      'indirect to 1 10 % 1000 power',
      'team to 1 10 % 1000 power',
      'team to 0 12 % 1200',
      'leadership pool 5 % 500',
      'contribution pool 5 % 500',
      'rest pool 28 % 2800',
    ]);
  });
});

describe('to the unit', () => {
  test.each<[bigint, string]>([
    [1n, 'rest 1'],
    [2n, 'direct 1, rest 1'],
    [3n, 'direct 1, indirect 1, rest 1'],
    [7n, 'direct 2, indirect 1, team 1, rest 3'],
    [19n, 'direct 6, indirect 2, team 2, leadership 1, contribution 1, rest 7'],
  ])('behavior: %s units: %s', (amount, expected) => {
    const parts = listParts(divisionOf([-1, 0, 1], [1, 0, 0]), gatherFees([{ payer: 2, amount }]));
    expect(parts.map((part) => `${part.kind} ${part.amount}`).join(', ')).toBe(expected);
  });

  test('refuses: more than a column holds, and less than nothing', () => {
    expect(() => gatherFees([{ payer: 0, amount: amountMost + 1n }])).toThrow('fits its column');
    expect(() => gatherFees([{ payer: 0, amount: -1n }])).toThrow('fits its column');
  });

  test('refuses: a payer twice, or out of order', () => {
    const fees = { payer: Int32Array.of(1, 1), amount: newAmounts(2) };
    expect(() => listParts(divisionOf([-1, 0], [0, 0]), fees)).toThrow('each stands once');
  });

  test('refuses: a rule that promises more than comes in, or levels whose rates fall', () => {
    const fees = gatherFees([{ payer: 0, amount: 1n }]);
    const generous = { ...rulebook, managementBps: 1_250 };
    expect(computeShortfall(rulebook)).toBe(0);
    expect(computeShortfall(generous)).toBe(250);
    expect(() => listParts(divisionOf([-1], [0], generous), fees)).toThrow('no more is promised');
    const falling = { ...rulebook, teamBps: [1_000, 900, 4_000] };
    expect(() => listParts(divisionOf([-1], [0], falling), fees)).toThrow('do not fall');
  });
});

/** A random community: inviters, levels, and fee events of random payers, some of one unit and some of billions of coins. */
const community = fc.integer({ min: 1, max: 40 }).chain((size) =>
  fc.record({
    inviters: fc.tuple(
      ...Array.from({ length: size }, (_, at) => fc.integer({ min: Math.max(-1, at - 6), max: at - 1 })),
    ),
    levels: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: size, maxLength: size }),
    reasons: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: size, maxLength: size }),
    events: fc.array(
      fc.record({
        payer: fc.integer({ min: 0, max: size - 1 }),
        amount: fc.oneof(fc.bigInt({ min: 0n, max: 200n }), fc.bigInt({ min: 0n, max: 10n ** 26n })),
      }),
      { maxLength: 60 },
    ),
  }),
);

test('behavior: where nothing is rounded, the sums of the links are the parts', () => {
  const division = divisionOf([-1, 0, 1, 2, 3], [3, 2, 0, 1, 0]);
  const fees = gatherFees([4, 3, 2, 1].map((payer) => ({ payer, amount: 10_000n * oneCoin * 10n ** 5n })));
  const sums = sumDifferential(division, fees);
  const bps = [0, 1, 2, 3, 4].map((member) => exactAt(sums, member) / (10_000n * oneCoin * 10n ** 5n));
  // Member 3: 10 % of one; member 1: 6 % after them, 16 % of two; member 0: 6 % of three, and 22 % of what 1 paid.
  expect(bps).toEqual([600n * 3n + 2_200n, 600n + 2n * 1_600n, 0n, 1_000n, 0n]);
});

test('behavior: a thousand payers, half of them below nobody with a level, add up', () => {
  // 0 has a level and invited 1; 2 has none. All others were invited by 1 or 2 in turn.
  const size = 1_003;
  const inviters = [-1, 0, -1, ...Array.from({ length: size - 3 }, (_, at) => 1 + (at % 2))];
  const division = divisionOf(inviters, [3, ...Array<number>(size - 1).fill(0)]);
  const payers = inviters.flatMap((inviter, payer) =>
    inviter > 0 ? [{ payer, amount: BigInt(payer) }] : [],
  );
  const below = payers.filter(({ payer }) => inviters[payer] === 1);
  const paid = below.reduce((sum, { amount }) => sum + amount, 0n);
  const sums = sumDifferential(division, gatherFees(payers));
  expect(
    inviters
      .keys()
      .map((member) => exactAt(sums, member))
      .toArray(),
  ).toEqual([paid * 2_200n, ...Array<bigint>(size - 1).fill(0n)]);
});

test('refuses: a team that paid more on one day than its column holds', () => {
  const division = divisionOf([-1, ...Array<number>(11).fill(0)], [6, ...Array<number>(11).fill(0)]);
  const feesOf = (count: number) =>
    gatherFees(Array.from({ length: count }, (_, at) => ({ payer: at + 1, amount: amountMost })));
  const most = 8n * amountMost * 4_000n;
  expect(exactAt(sumDifferential(division, feesOf(8)), 0)).toBe(most);
  for (const count of [10, 11])
    expect(() => sumDifferential(division, feesOf(count))).toThrow('fits its column');
});

describe('for any community', () => {
  test('property: the engine divides as objects and maps do, to the unit', () => {
    fc.assert(
      fc.property(community, ({ inviters, levels, reasons, events }) => {
        const division = { ...divisionOf(inviters, levels), reasons: Uint8Array.from(reasons) };
        const fees = gatherFees(events);
        const persons = plantPersons(inviters, []);
        const expected = [...fees.payer].flatMap((payer, at) =>
          dividePlainly(persons[payer]!, amountAt(fees.amount, at), levels, rulebook),
        );
        const parts = listParts(division, fees);
        expect(parts.map(({ reason: _, ...part }) => part)).toEqual(expected);
        for (const { taker, reason } of parts)
          expect(reasonCode(reason)).toBe(taker === -1 ? 0 : reasons[taker]);
      }),
      { numRuns: 500 },
    );
  });

  test('property: the parts of a payer sum to what was divided; neither order nor cutting of the events matters', () => {
    fc.assert(
      fc.property(community, fc.integer({ min: 1, max: 7 }), ({ inviters, levels, events }, chunk) => {
        const division = divisionOf(inviters, levels);
        const parts = listParts(division, gatherFees(events));
        const sums = new Map<number, bigint>();
        for (const part of parts) sums.set(part.payer, (sums.get(part.payer) ?? 0n) + part.amount);
        for (const [payer, sum] of sums) {
          const paid = events.filter((event) => event.payer === payer);
          expect(sum).toBe(paid.reduce((total, { amount }) => total + amount, 0n));
        }
        const cut = events.flatMap(({ payer, amount }) => [
          { payer, amount: amount - amount / 3n },
          { payer, amount: amount / 3n },
        ]);
        expect(listParts(division, gatherFees(cut.toReversed()))).toEqual(parts);
        const chunks = [...divideReferral(division, gatherFees(events), chunk)].map(({ count }) => count);
        expect(chunks.reduce((sum, count) => sum + count, 0)).toBe(parts.length);
      }),
      { numRuns: 300 },
    );
  });

  test('property: the sums of one pass along the links are those of the parts, but for their rounding', () => {
    fc.assert(
      fc.property(community, ({ inviters, levels, events }) => {
        const division = divisionOf(inviters, levels);
        const fees = gatherFees(events);
        const exact = sumDifferential(division, fees);
        const parts = listParts(division, fees).filter(({ kind }) => kind === 'team');
        for (const member of inviters.keys()) {
          const rounded = parts.filter(({ taker }) => taker === member);
          const sum = rounded.reduce((total, { amount }) => total + amount, 0n) * 10_000n;
          const off = sum - exactAt(exact, member);
          const most = BigInt(fees.payer.length) * 10_000n;
          expect(off <= most && off >= -most).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('property: whoever is not qualified, nobody else gets a unit more', () => {
    fc.assert(
      fc.property(community, ({ inviters, levels, reasons, events }) => {
        const fees = gatherFees(events);
        const all = listParts(divisionOf(inviters, levels), fees);
        const some = listParts({ ...divisionOf(inviters, levels), reasons: Uint8Array.from(reasons) }, fees);
        expect(some.map(({ reason: _, ...part }) => part)).toEqual(all);
      }),
    );
  });
});

test('behavior: the worked example of docs/economics.md: 4,000 OPEN sold by the fourth generation', () => {
  const referralPart = 1_972_113_464_846_792_271n;
  const division = divisionOf([-1, 0, 1, 2], [2, 1, 0, 0]);
  const parts = listParts(division, gatherFees([{ payer: 3, amount: referralPart }]));
  expect(parts.map(say)).toEqual([
    'direct to 2 30 % 591634039454037681',
    'indirect to 1 10 % 197211346484679227',
    'team to 1 10 % 197211346484679227',
    'team to 0 6 % 118326807890807536',
    'leadership pool 5 % 98605673242339614',
    'contribution pool 5 % 98605673242339614',
    'rest pool 34 % 670518578047909372',
  ]);
  expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(referralPart);
  expect(referralPart < oneCoin * 2n).toBe(true);
});
