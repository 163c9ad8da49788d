import { defineErrors } from '../kit/errors.ts';

export const settingErrors = defineErrors({
  'setting.nocall': 'notfound',
  'setting.notpicture': 'invalid',
  'setting.picturetoobig': 'invalid',
  'setting.uploadquota': 'ratelimited',
});
