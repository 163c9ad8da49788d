import { defineErrors } from '../kit/errors.ts';

export const nodeErrors = defineErrors({
  'node.notonsale': 'unavailable',
  'node.ended': 'unavailable',
  'node.soldout': 'unavailable',
  'node.paused': 'unavailable',
  'node.country': 'barred',
  'node.bought': 'conflict',
  'node.holds': 'conflict',
  'node.permitneeded': 'notactivated',
  'node.permitexpired': 'notactivated',
  'node.insufficient': 'insufficient',
  'node.consent': 'invalid',
});
