import { defineErrors } from '../kit/errors.ts';

export const swapErrors = defineErrors({
  'swap.nopool': 'unavailable',
  'swap.nottradable': 'unavailable',
  'swap.poolempty': 'unavailable',
  'swap.badamount': 'invalid',
  'swap.nothing': 'invalid',
  'swap.insufficient': 'insufficient',
  'swap.slippagerange': 'invalid',
  'swap.deadlinerange': 'invalid',
  'swap.toosmall': 'invalid',
  'swap.impactrefused': 'invalid',
  'swap.impacttype': 'invalid',
  'swap.impactask': 'invalid',
});
