import { defineErrors } from '../kit/errors.ts';

export const swapErrors = defineErrors({
  'swap.nopool': 'unavailable',
});
