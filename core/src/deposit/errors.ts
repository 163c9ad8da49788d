import { defineErrors } from '../kit/errors.ts';

export const depositErrors = defineErrors({
  'deposit.badcoin': 'invalid',
  'deposit.barred': 'barred',
  'deposit.nocountry': 'invalid',
  'deposit.nochain': 'unavailable',
  'deposit.nosuspense': 'notfound',
  'deposit.stillbarred': 'conflict',
  'deposit.badreturn': 'invalid',
  'deposit.returnlisted': 'conflict',
});
