import { defineErrors } from '../kit/errors.ts';

export const newsErrors = defineErrors({
  'news.badpicture': 'invalid',
  'news.badpush': 'invalid',
  'news.badtime': 'invalid',
  'news.needtext': 'invalid',
  'news.noarticle': 'notfound',
  'news.samestate': 'conflict',
});
