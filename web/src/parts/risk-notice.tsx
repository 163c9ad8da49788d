import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';

/** That coins can lose their value: for who comes here, and beside what they hold. */
export function RiskNotice() {
  const t = useTexts('app');
  return <Notice title={t('riskTitle')}>{t('riskText')}</Notice>;
}
