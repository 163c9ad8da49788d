import { defineErrors } from '../kit/errors.ts';

export const depositErrors = defineErrors({
  'deposit.badcoin': 'invalid',
  'deposit.barred': 'barred',
  'deposit.nocountry': 'invalid',
  'deposit.nochain': 'unavailable',
});
