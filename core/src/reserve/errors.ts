import { defineErrors } from '../kit/errors.ts';

export const reserveErrors = defineErrors({
  'reserve.noreorg': 'invalid',
  'reserve.toodeep': 'invalid',
  'reserve.notread': 'unavailable',
});
