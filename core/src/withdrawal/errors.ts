import { defineErrors } from '../kit/errors.ts';

export const withdrawalErrors = defineErrors({
  'withdrawal.badcoin': 'invalid',
  'withdrawal.badamount': 'invalid',
  'withdrawal.toosmall': 'invalid',
  'withdrawal.notmultiple': 'invalid',
  'withdrawal.nowallet': 'invalid',
  'withdrawal.badaddress': 'invalid',
  'withdrawal.notfound': 'notfound',
  'withdrawal.notcancellable': 'conflict',
  'withdrawal.notreviewing': 'conflict',
  'withdrawal.alreadydecided': 'conflict',
  'withdrawal.needreason': 'invalid',
  'withdrawal.twopersons': 'conflict',
  'withdrawal.paidonchain': 'conflict',
  'withdrawal.noproof': 'conflict',
  'withdrawal.nopayment': 'notfound',
  'withdrawal.otherproposal': 'conflict',
  'withdrawal.settled': 'conflict',
  'withdrawal.cannotmatch': 'invalid',
  'withdrawal.cannotgiveback': 'invalid',
  'withdrawal.signersilent': 'unavailable',
});
