import { expect, test } from 'vitest';
import { computeShortfall, findLevelOutOfOrder } from './together.ts';

const parts = [
  { of: 'direct', percent: 60 },
  { of: 'team', percent: 40 },
];

test.each([
  [[1_000, 4_000], 0],
  [[1_000, 4_001], 1],
  [[5_000, 5_500], 1_500],
  [[], 0],
])(
  'refuses: rates %j of a team that gets 40 %%: %i basis points are funded by nothing',
  (teamRates, shortfall) => {
    expect(computeShortfall({ parts, teamRates })).toBe(shortfall);
  },
);

test.each([
  [[1, 2, 3], undefined],
  [[0, 2], 1],
  [[1, 5, 5], 3],
  [[1, 5, 4, 3], 3],
])('refuses: levels from %j that do not rise: V%s', (levels, first) => {
  expect(findLevelOutOfOrder({ levels: levels.map(BigInt) })).toBe(first);
});
