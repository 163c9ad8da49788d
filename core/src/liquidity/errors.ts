import { defineErrors } from '../kit/errors.ts';

export const liquidityErrors = defineErrors({
  'liquidity.belowminimum': 'invalid',
});
