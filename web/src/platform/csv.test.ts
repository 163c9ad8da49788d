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
