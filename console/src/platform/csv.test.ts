import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('refuses: to let a cell become a formula, a command or another row', () => {
  const evil = ['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1'];
  const lines = csvOf(
    ['a'],
    evil.map((text) => [text]),
  ).split('\r\n');
  expect(lines.slice(1, 4)).toEqual([`"'=HYPERLINK(""http://x"")"`, `'+1+1`, `'-2+3`]);
  for (const line of csvOf(
    ['a'],
    evil.map((text) => [text]),
  )
    .split('\r\n')
    .slice(1)) {
    expect(line).not.toMatch(/^"?[=+\-@\t\r\n]/);
  }
});

test('behavior: amounts stay numbers, also negative ones; quotes, commas and Chinese survive', () => {
  expect(
    csvOf(
      ['n', '名'],
      [
        ['-19.5', 'a "b", c'],
        ['6000', '林'],
      ],
    ),
  ).toBe('\uFEFFn,名\r\n-19.5,"a ""b"", c"\r\n6000,林\r\n');
});

test('refuses: a formula in the full width of a Chinese keyboard, and one behind blanks', () => {
  const evil = ['＝1+1', '＋1', '－2+3', '＠SUM(A1)', ' =1+1', '\u00a0=1+1', '\u3000＝1'];
  for (const text of evil) expect(csvOf(['a'], [[text]])).toMatch(/\r\n"?'/);
});

test.each([
  ['hi;=1+1', "hi;'=1+1"],
  ['hi\t @SUM(A1)', "hi\t' @SUM(A1)"],
  ['hi\n＝1', "hi\n'＝1"],
  ['hi;"=1"', `hi;'"=1"`],
  ['\n=1', "'\n'=1"],
  ['a;b-c\n\nd', 'a;b-c\n\nd'],
])('refuses: %j as a formula where cells are separated by semicolons or tabs', (text, safe) => {
  const [, line = ''] = csvOf(['a'], [[text]]).split(/\r\n([^]*)\r\n$/);
  expect(line.replace(/^"|"$/g, '').replaceAll('""', '"')).toBe(safe);
});
