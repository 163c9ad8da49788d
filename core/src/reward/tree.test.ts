import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { legOf, plantPersons, smallRegionOf, teamOf } from './test-plain-engine.ts';
import { buildTree, countTeams, levelsOf, performanceDown, sumTeams } from './tree.ts';
import { linkUplines } from './uplines.ts';

const thresholds = [10_000, 50_000, 200_000, 1_000_000, 5_000_000, 20_000_000].map((usdt) =>
  performanceDown(BigInt(usdt) * oneCoin),
);

test.each([[[0]], [[-1, 1]], [[-1, 2, 0]], [[-2]]])('refuses: %j, whose inviter came later', (inviters) => {
  expect(() => buildTree(Int32Array.from(inviters))).toThrow('activated before');
});

test('refuses: performance that a column cannot add up', () => {
  const tree = buildTree(Int32Array.of(-1, 0, 0));
  expect(() => sumTeams(tree, BigInt64Array.of(0n, 2n ** 62n + 1n, 0n))).toThrow('fits its column');
  expect(() => sumTeams(tree, BigInt64Array.of(0n, -(2n ** 63n), 0n))).toThrow('fits its column');
  expect(() => sumTeams(tree, BigInt64Array.of(1n, 2n ** 61n, -(2n ** 61n)))).toThrow(
    'all performances together',
  );
  expect(() => sumTeams(tree, new BigInt64Array(2))).toThrow('one own performance');
  expect(() => levelsOf(new BigInt64Array(1), [2n, 2n])).toThrow('thresholds rise');
});

test.each([
  ['0', 0n],
  ['0.0000019', 1n],
  ['-0.0000001', -1n],
  ['-1', -1_000_000n],
])('behavior: %s USDT are %s units of performance', (text, units) => {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * oneCoin + BigInt(fraction.padEnd(18, '0'));
  expect(performanceDown(negative ? -value : value)).toBe(units);
});

test('behavior: the large region is the leg with most, the small one all others; one’s own trades are in neither', () => {
  // 0 invited 1, 2 and 3; 1 invited 4.
  const tree = buildTree(Int32Array.of(-1, 0, 0, 0, 1));
  const { team, largestLeg, small } = sumTeams(tree, BigInt64Array.of(99n, 10n, 20n, 5n, 30n));
  expect([team[0], largestLeg[0], small[0]]).toEqual([65n, 40n, 25n]);
  expect([team[1], largestLeg[1], small[1]]).toEqual([30n, 30n, 0n]);
  expect([...countTeams(tree)]).toEqual([4, 1, 0, 0, 0]);
});

test.each([
  [9_999, 0],
  [10_000, 1],
  [49_999, 1],
  [50_000, 2],
  [200_000, 3],
  [1_000_000, 4],
  [5_000_000, 5],
  [19_999_999, 5],
  [20_000_000, 6],
  [-5, 0],
])('behavior: a small region of %s USDT is V%s', (usdt, level) => {
  const small = BigInt64Array.of(performanceDown(BigInt(usdt) * oneCoin));
  expect([...levelsOf(small, thresholds)]).toEqual([level]);
});

test('property: teams, legs and regions are those that objects add up, removed liquidity included', () => {
  const members = fc
    .integer({ min: 1, max: 50 })
    .chain((size) =>
      fc.tuple(
        fc.tuple(...Array.from({ length: size }, (_, at) => fc.integer({ min: -1, max: at - 1 }))),
        fc.array(fc.bigInt({ min: -1_000n, max: 1_000_000n }), { minLength: size, maxLength: size }),
      ),
    );
  fc.assert(
    fc.property(members, ([inviters, own]) => {
      const found = sumTeams(buildTree(Int32Array.from(inviters)), BigInt64Array.from(own));
      for (const person of plantPersons(inviters, own)) {
        const legs = person.directs.map(legOf).sort((a, b) => Number(b - a));
        expect(found.team[person.id]).toBe(teamOf(person));
        expect(found.largestLeg[person.id]).toBe(legs[0] ?? 0n);
        expect(found.small[person.id]).toBe(smallRegionOf(person));
      }
    }),
    { numRuns: 500 },
  );
});

test('behavior: legs find inviters of every block of members, its first and its last one among them', () => {
  const block = 2 ** 16;
  const size = 4 * block + 3;
  const edges = [0, block - 1, block, 2 * block - 1, 2 * block, 3 * block];
  const inviters = Int32Array.from({ length: size }, (_, at) => {
    if (at === 0) return -1;
    const edge = edges[at % 11] ?? at;
    return edge < at ? edge : (Math.imul(at, 2_654_435_761) >>> 0) % at;
  });
  const own = BigInt64Array.from({ length: size }, (_, at) => BigInt((at * 104_729) % 1_000) - 10n);
  const team = Array.from({ length: size }, () => 0n);
  const largest: (bigint | undefined)[] = [];
  for (let at = size - 1; at > 0; at -= 1) {
    const [above, leg] = [inviters[at] ?? -1, (team[at] ?? 0n) + (own[at] ?? 0n)];
    team[above] = (team[above] ?? 0n) + leg;
    const most = largest[above];
    largest[above] = most === undefined || leg > most ? leg : most;
  }
  const found = sumTeams(buildTree(inviters), own);
  expect(new Set(inviters).size).toBeGreaterThan(block);
  expect(found.team).toEqual(BigInt64Array.from(team));
  expect(found.largestLeg).toEqual(BigInt64Array.from(team, (_, at) => largest[at] ?? 0n));
  expect(found.small).toEqual(BigInt64Array.from(team, (sum, at) => sum - (largest[at] ?? 0n)));
});

test('behavior: a chain of a million has no depth limit, and its links are found', () => {
  const size = 1_000_000;
  const tree = buildTree(Int32Array.from({ length: size }, (_, at) => at - 1));
  const { team } = sumTeams(tree, new BigInt64Array(size).fill(1n));
  expect([team[0], countTeams(tree)[0]]).toEqual([BigInt(size - 1), size - 1]);
  const levels = new Uint8Array(size);
  levels[0] = 2;
  levels[5] = 1;
  const { ranked, higher, same } = linkUplines(tree, levels);
  expect([ranked[size - 1], higher[5], same[5], ranked[0]]).toEqual([5, 0, -1, -1]);
});
