import { defineErrors } from '../kit/errors.ts';

export const mallErrors = defineErrors({
  'mall.applicationdecided': 'conflict',
  'mall.badlicence': 'invalid',
  'mall.badname': 'invalid',
  'mall.badpicture': 'invalid',
  'mall.barred': 'barred',
  'mall.lessstock': 'insufficient',
  'mall.nametaken': 'conflict',
  'mall.needreason': 'invalid',
  'mall.noapplication': 'notfound',
  'mall.noshop': 'notfound',
  'mall.notactivated': 'notactivated',
  'mall.notype': 'notfound',
  'mall.pendingapplication': 'conflict',
  'mall.samestate': 'conflict',
  'mall.shopexists': 'conflict',
});
