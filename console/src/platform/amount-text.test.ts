import { expect, test } from 'vitest';
import { coinAmount, groupDigits } from './amount-text.ts';

test('behavior: groups thousands and keeps sign and every decimal', () => {
  for (const [plain, shown] of [
    ['0', '0'],
    ['999', '999'],
    ['-1000', '-1,000'],
    ['1234567.000000000000000001', '1,234,567.000000000000000001'],
    ['0.1234567', '0.1234567'],
  ] as const) {
    expect(groupDigits(plain)).toBe(shown);
  }
  expect(coinAmount('6000', 'USDT')).toBe('6,000 USDT');
});
