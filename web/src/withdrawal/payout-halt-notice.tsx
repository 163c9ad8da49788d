import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Notice } from '../ui/notice.tsx';

/** Says before one asks that payouts are halted: why, since when, and that a request waits. Nothing while they go on. */
export function PayoutHaltNotice() {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  const halt = useCall('index', {}).data?.payouthalt;
  if (!halt) return null;
  return (
    <Notice tone="warn" title={t('haltedTitle')}>
      {t('haltedForm', { time: exactTime(halt.since, locale), reason: halt.reason })}
    </Notice>
  );
}
