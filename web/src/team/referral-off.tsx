import { useReferralOff } from '../member/use-referral-off.ts';
import { useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';

/** Where the member's country has no referral rewards, the page says so (rulebook §0.1). */
export function ReferralOff() {
  const t = useTexts('team');
  return useReferralOff() && <Notice title={t('referralOff')}>{t('referralOffText')}</Notice>;
}
