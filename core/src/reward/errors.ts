import { defineErrors } from '../kit/errors.ts';

export const rewardErrors = defineErrors({
  'reward.notfound': 'notfound',
  'reward.nothing': 'nothing',
  'reward.nothingpower': 'nothing',
  'reward.badrange': 'invalid',
  'reward.badamount': 'invalid',
  'reward.payeenotactivated': 'conflict',
});
