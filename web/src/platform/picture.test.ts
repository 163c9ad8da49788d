import { expect, test } from 'vitest';
import { wrapText } from './picture.ts';

const ten = (line: string) => Array.from(line).length <= 10;

test('behavior: a long note breaks between words, a long word and Chinese within', () => {
  expect(wrapText('short', ten)).toEqual(['short']);
  expect(wrapText('dinner and drinks', ten)).toEqual(['dinner and', 'drinks']);
  expect(wrapText('0123456789abc', ten)).toEqual(['0123456789', 'abc']);
  expect(wrapText('昨天晚上的晚餐和饮料费', ten)).toEqual(['昨天晚上的晚餐和饮料', '费']);
  expect(wrapText('', ten)).toEqual([]);
});
