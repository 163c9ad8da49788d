import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Notice } from '../ui/notice.tsx';
import { Silence } from './record-detail.tsx';

/** Says before one asks that payouts are halted or the network is silent: why, since when, and that a request waits. */
export function PayoutHaltNotice() {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  const { payouthalt: halt, silence } = useCall('index', {}).data ?? {};
  if (!halt) return <Silence silence={silence} />;
  return (
    <Notice tone="warn" title={t('haltedTitle')}>
      {t('haltedForm', { time: exactTime(halt.since, locale), reason: halt.reason })}
    </Notice>
  );
}
