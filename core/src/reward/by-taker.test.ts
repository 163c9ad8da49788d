import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listByTaker } from './by-taker.ts';
import { referralRuleOf } from './referral-rule.ts';
import { copyParts, divideReferral, gatherFees, listParts } from './referral.ts';
import { buildTree, NOBODY } from './tree.ts';
import { linkUplines } from './uplines.ts';

const rule = referralRuleOf(
  Object.entries({ direct: 30, indirect: 10, team: 40, management: 10, leadership: 5, contribution: 5 }).map(
    ([of, percent]) => ({ of, percent }),
  ),
  [1_000, 1_600, 2_200, 2_800, 3_400, 4_000],
);

/** Members below any before them, with a level, a reason and what they paid. */
const communities = fc.array(
  fc.record({
    above: fc.nat(),
    level: fc.nat(6),
    reason: fc.nat(4),
    paid: fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 10n ** 20n)),
  }),
  { minLength: 1, maxLength: 40 },
);

test('property: taker by taker come exactly the parts that have one, however the columns were cut', () => {
  fc.assert(
    fc.property(communities, fc.integer({ min: 1, max: 50 }), (members, chunk) => {
      const inviters = members.map(({ above }, member) => (member === 0 ? NOBODY : above % member));
      const tree = buildTree(Int32Array.from(inviters));
      const uplines = linkUplines(
        tree,
        Uint8Array.from(members, ({ level }) => level),
      );
      const division = { uplines, reasons: Uint8Array.from(members, ({ reason }) => reason), rule };
      const fees = gatherFees(members.map(({ paid: amount }, payer) => ({ payer, amount })));
      // Sorting keeps the order of equal ones.
      const wanted = listParts(division, fees)
        .filter(({ taker }) => taker !== NOBODY)
        .toSorted((a, b) => a.taker - b.taker);
      const columns = divideReferral(division, fees, chunk).map(copyParts).toArray();
      expect([...listByTaker(columns, members.length)]).toEqual(wanted);
    }),
  );
});

test('behavior: of no columns, and of columns without a row, comes nothing', () => {
  expect([...listByTaker([], 3)]).toEqual([]);
  const division = {
    uplines: linkUplines(buildTree(Int32Array.of(NOBODY)), new Uint8Array(1)),
    reasons: new Uint8Array(1),
    rule,
  };
  const columns = divideReferral(division, gatherFees([{ payer: 0, amount: 0n }]))
    .map(copyParts)
    .toArray();
  expect([...listByTaker(columns, 1)]).toEqual([]);
});
