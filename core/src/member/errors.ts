import { defineErrors } from '../kit/errors.ts';

export const memberErrors = defineErrors({
  'member.nicknamelong': 'invalid',
  'member.nicknamebad': 'invalid',
  'member.nicknametaken': 'conflict',
  'member.badavatar': 'invalid',
  'member.emailtaken': 'conflict',
  'member.wallettaken': 'conflict',
  'member.walletbound': 'conflict',
  'member.otherinviter': 'conflict',
  'member.nowallet': 'invalid',
  'member.countryset': 'conflict',
  'member.notfound': 'notfound',
  'member.notactivated': 'notactivated',
  'member.badwallet': 'invalid',
  'member.badword': 'invalid',
  'member.bindfirst': 'invalid',
});
