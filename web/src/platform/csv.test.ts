import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('behavior: a cell never becomes a formula', () => {
  expect(
    csvText(
      ['a', 'b'],
      [
        ['=1+1', 'x,"y"'],
        ['-5.5', 'z'],
      ],
    ),
  ).toBe('a,b\r\n\'=1+1,"x,""y"""\r\n-5.5,z');
});

test.each(['=1', ' =1', '\r=1', '\n=1', '\t=1', '＝1', '\0=1', '@a', '+a', '-1+1'])(
  'refuses: %j as the beginning of a cell',
  (cell) => {
    expect(csvText(['a'], [[cell]]).replaceAll('"', '')).toBe(`a\r\n'${cell}`);
  },
);
