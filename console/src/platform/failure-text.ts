import { CallRefused, NoAnswer } from './api-client.ts';
import { t } from './texts.ts';

/** What to tell the operator: the server's own words for a refusal, plain words for everything else that failed. */
export function failureText(failure: unknown): string {
  if (failure instanceof NoAnswer) return t(failure.pressed ? 'noAnswerPressed' : 'noAnswer');
  return failure instanceof CallRefused && failure.message !== '' ? failure.message : t('failed');
}
