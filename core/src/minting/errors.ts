import { defineErrors } from '../kit/errors.ts';

export const mintingErrors = defineErrors({
  'minting.paused': 'unavailable',
  'minting.usdopaused': 'unavailable',
  'minting.notready': 'unavailable',
  'minting.stale': 'unavailable',
  'minting.nottradable': 'unavailable',
  'minting.badamount': 'invalid',
  'minting.nothing': 'invalid',
  'minting.insufficient': 'insufficient',
  'minting.belowminimum': 'invalid',
  'minting.toosmall': 'invalid',
  'minting.impactrefused': 'invalid',
  'minting.impactask': 'invalid',
});
