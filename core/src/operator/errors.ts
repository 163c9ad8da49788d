import { defineErrors } from '../kit/errors.ts';

export const operatorErrors = defineErrors({
  'operator.badlogin': 'invalid',
  'operator.slowdown': 'ratelimited',
  'operator.passwordmustchange': 'forbidden',
  'operator.passwordshort': 'invalid',
  'operator.nohalt': 'notfound',
  'operator.haltremains': 'conflict',
  'operator.haltsecond': 'conflict',
  'operator.passwordsame': 'invalid',
});
