import { defineErrors } from '../kit/errors.ts';

export const operatorErrors = defineErrors({
  'operator.badlogin': 'invalid',
  'operator.slowdown': 'ratelimited',
  'operator.passwordmustchange': 'forbidden',
  'operator.passwordshort': 'invalid',
  'operator.nohalt': 'notfound',
  'operator.haltremains': 'conflict',
  'operator.nomember': 'notfound',
  'operator.nosetting': 'notfound',
  'operator.badvalue': 'invalid',
  'operator.shortfall': 'invalid',
  'operator.levelorder': 'invalid',
  'operator.versionorder': 'invalid',
  'operator.apkhash': 'invalid',
  'operator.samevalue': 'conflict',
  'operator.noproposal': 'notfound',
  'operator.proposalended': 'conflict',
  'operator.proposalexpired': 'conflict',
  'operator.proposalchanged': 'conflict',
  'operator.secondperson': 'conflict',
  'operator.passwordsame': 'invalid',
});
