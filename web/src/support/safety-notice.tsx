import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';

/** What nobody of ours ever asks for: on every ticket, and in the help. */
export function SafetyNotice() {
  const t = useTexts('support');
  return <Notice title={t('safetyTitle')}>{t('safetyText')}</Notice>;
}
