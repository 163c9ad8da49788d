import { expect, test } from 'vitest';
import { csvCell, csvText } from './csv.ts';

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

test.each(['=1', ' =1', '\rx', '\nx', '\tx', '＝1', '\0=1', '@a', '+a', '-1+1'])(
  'refuses: %j as the beginning of a cell',
  (cell) => {
    expect(csvText(['a'], [[cell]]).replaceAll('"', '')).toBe(`a\r\n'${cell}`);
  },
);

test.each([
  ['hi;=1+1', "hi;'=1+1"],
  ['hi\t @SUM(A1)', "hi\t' @SUM(A1)"],
  ['hi\n＝1', "hi\n'＝1"],
  ['hi;"=1"', `hi;'"=1"`],
  ['\n=1', "'\n'=1"],
  ['a;b-c\n\nd', 'a;b-c\n\nd'],
])('refuses: %j as a formula where cells are separated by semicolons or tabs', (text, safe) => {
  expect(csvCell(text).replace(/^"|"$/g, '').replaceAll('""', '"')).toBe(safe);
});
