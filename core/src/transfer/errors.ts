import { defineErrors } from '../kit/errors.ts';

export const transferErrors = defineErrors({
  'transfer.badcoin': 'invalid',
  'transfer.badamount': 'invalid',
  'transfer.toosmall': 'invalid',
  'transfer.notmultiple': 'invalid',
  'transfer.noreceiver': 'notfound',
  'transfer.tooneself': 'invalid',
  'transfer.feechanged': 'conflict',
  'transfer.barred': 'barred',
  'transfer.listed': 'barred',
  'transfer.receiverbarred': 'barred',
  'transfer.unscreened': 'unavailable',
  'transfer.badnote': 'invalid',
  'transfer.badname': 'invalid',
  'transfer.manycontacts': 'conflict',
});
