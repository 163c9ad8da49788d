import { expect, test } from 'vitest';
import { transferTerms, withdrawTerms } from './coin-terms.ts';
import { defaultOf } from './define.ts';
import * as money from './money.ts';

test.each(['USDT', 'USDO'])('behavior: %s goes by the terms in dollars', (coinId) => {
  expect(withdrawTerms(coinId, money)).toEqual({
    minimum: money.withdrawMin,
    multiple: money.withdrawMultiple,
    maximum: money.withdrawMax,
    fee: money.withdrawFee,
  });
  expect(transferTerms(coinId, money)).toEqual({
    minimum: money.transferMin,
    multiple: money.transferMultiple,
  });
});

test('behavior: OPEN has terms of its own, which begin as those of the others', () => {
  const terms = { ...withdrawTerms('OPEN', money), ...transferTerms('OPEN', money) };
  for (const setting of Object.values(terms)) expect(setting.key).toMatch(/\.open/);
  for (const of of [withdrawTerms, transferTerms] as const) {
    const amounts = (coinId: string) => Object.values(of(coinId, money)).map(defaultOf);
    expect(amounts('OPEN')).toEqual(amounts('USDT'));
  }
});
