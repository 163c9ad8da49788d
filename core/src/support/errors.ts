import { defineErrors } from '../kit/errors.ts';

export const supportErrors = defineErrors({
  'support.badcontact': 'invalid',
  'support.badpicture': 'invalid',
  'support.badtext': 'invalid',
  'support.manyfeedback': 'ratelimited',
  'support.manymessages': 'ratelimited',
  'support.manytickets': 'conflict',
  'support.nofeedback': 'notfound',
  'support.norecord': 'notfound',
  'support.noticket': 'notfound',
  'support.privatekey': 'invalid',
  'support.recoveryphrase': 'invalid',
  'support.ticketclosed': 'conflict',
  'support.writtenmeanwhile': 'conflict',
});
