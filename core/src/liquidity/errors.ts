import { defineErrors } from '../kit/errors.ts';

export const liquidityErrors = defineErrors({
  'liquidity.paused': 'unavailable',
  'liquidity.poolempty': 'unavailable',
  'liquidity.notready': 'unavailable',
  'liquidity.pricetoofar': 'unavailable',
  'liquidity.badamount': 'invalid',
  'liquidity.nothing': 'invalid',
  'liquidity.belowminimum': 'invalid',
  'liquidity.remaininginsufficient': 'insufficient',
  'liquidity.insufficient': 'insufficient',
  'liquidity.toomuchlp': 'insufficient',
  'liquidity.toosmall': 'invalid',
  'liquidity.slippagerange': 'invalid',
  'liquidity.deadlinerange': 'invalid',
  'liquidity.typeok': 'invalid',
  'liquidity.nothingheld': 'invalid',
  'liquidity.notyet': 'invalid',
});
