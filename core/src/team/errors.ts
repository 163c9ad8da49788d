import { defineErrors } from '../kit/errors.ts';

export const teamErrors = defineErrors({
  'team.notcaptain': 'invalid',
  'team.badname': 'invalid',
  'team.badnotice': 'invalid',
  'team.badavatar': 'invalid',
  'team.notinteam': 'notfound',
});
