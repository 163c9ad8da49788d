import { defineErrors } from '../kit/errors.ts';

export const activityErrors = defineErrors({
  'activity.buybackamount': 'invalid',
  'activity.buybacknoprice': 'unavailable',
  'activity.buybackprice': 'invalid',
  'activity.buybackunderway': 'conflict',
});
