import { useTexts } from '../../platform/i18n.ts';
import { Notice } from '../../ui/notice.tsx';

/** For a sub-account, in the place of what only its main account has: a login and what guards it. */
export function GuardedNotice({ main }: { main: { nickname: string } }) {
  const t = useTexts('account');
  return <Notice title={t('guardedTitle')}>{t('guardedText', { name: main.nickname })}</Notice>;
}
