import type { PlantedGroup } from './plant.ts';

const file = 'src/swap/TwapOracle.sol';

export const oracleBugs: PlantedGroup = {
  caughtBy: 'test/invariant/OracleInvariant.t.sol',
  bugs: [
    {
      name: 'looking does nothing',
      file,
      text: '        if (last.timestamp == 0) return _begin(pair, _openIsFirst);\n        Fresh memory fresh',
      replacement: '        if (last.timestamp != 0) return;\n        Fresh memory fresh',
    },
    {
      name: 'never too old',
      file,
      text: '        if (span > MAX_SPAN) revert Stale(span, MAX_SPAN);\n',
      replacement: '',
    },
    {
      name: 'a mean of a second',
      file,
      text: 'if (elapsed < SPACING) return fresh;',
      replacement: 'if (elapsed == 0) return fresh;',
    },
    {
      name: 'the highest of the six',
      file,
      text: 'Math.average(sorted[MEANS / 2 - 1], sorted[MEANS / 2])',
      replacement: 'sorted[MEANS - 1]',
    },
    {
      name: 'the lowest of the six',
      file,
      text: 'Math.average(sorted[MEANS / 2 - 1], sorted[MEANS / 2])',
      replacement: 'sorted[0]',
    },
    {
      name: 'a mean instead of a median',
      file,
      text: 'return Math.average(sorted[MEANS / 2 - 1], sorted[MEANS / 2]).mulDivDown(1e18, 1 << 112);',
      replacement:
        'for (uint256 i = 1; i < MEANS; i++) sorted[0] += sorted[i];\n        return (sorted[0] / MEANS).mulDivDown(1e18, 1 << 112);',
    },
    {
      name: 'the spot price',
      file,
      text: 'return Math.average(sorted[MEANS / 2 - 1], sorted[MEANS / 2]).mulDivDown(1e18, 1 << 112);',
      replacement:
        '(uint256 a, uint256 b, ) = _reserves(pair, _openIsFirst);\n        return a.mulDivDown(1e18, b);',
    },
    {
      name: 'not sorted',
      file,
      text: 'for (; index > 0 && sorted[index - 1] > value; index--) sorted[index] = sorted[index - 1];\n',
      replacement: '',
    },
    {
      name: 'the other token’s sum',
      file,
      text: 'fresh.cumulative = _openIsFirst ? pair.price0CumulativeLast() : pair.price1CumulativeLast();',
      replacement: 'fresh.cumulative = pair.price0CumulativeLast();',
    },
    {
      name: 'the seconds since the last movement are forgotten',
      file,
      text: '            fresh.cumulative += fresh.calmPrice * unmoved;\n',
      replacement: '',
    },
    {
      name: 'a wrapping clock is not followed',
      file,
      text: 'unmoved = uint32(block.timestamp) - movedAt;',
      replacement: 'unmoved = block.timestamp - movedAt;',
    },
    {
      name: 'calm means overwrite nothing',
      file,
      text: '        for (uint256 i = 0; i < fresh.calm; i++) _store(count++, fresh.calmPrice, SPACING);\n',
      replacement: '',
    },
  ],
};
