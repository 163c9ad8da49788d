import { useTexts } from '../platform/i18n.ts';
import { isEmail } from './email-field.tsx';

const CODE_MIN = 6;

/** What is missing of an e-mail address and, where one is typed, of its code; undefined when both can be sent. */
export function useMailMissing(): (email: string, code?: string) => string | undefined {
  const app = useTexts('app');
  return (email, code) => {
    if (!isEmail(email)) return app('emailNeeded');
    return code !== undefined && code.length < CODE_MIN ? app('codeNeeded') : undefined;
  };
}
