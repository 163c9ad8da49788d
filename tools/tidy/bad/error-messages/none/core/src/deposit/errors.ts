import { defineErrors } from '../kit/errors.ts';
export const depositErrors = defineErrors({
  'deposit.badcoin': 'invalid',
});
