import { useDaysLeft } from '../../parts/use-days-left.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ServerCountdown } from '../server-countdown.tsx';

/** Why nothing goes in yet, until when, and what is open all the same. */
export function CoolingOff({ until }: { until: string }) {
  const t = useTexts('guard');
  const locale = useLocale();
  const leftText = useDaysLeft();
  return (
    <Stack>
      <Notice title={t('cooling')}>{t('coolingText', { until: exactTime(until, locale) })}</Notice>
      <p>
        <ServerCountdown until={until} clock="time">
          {(left) => t('coolingLeft', { left: leftText(left) })}
        </ServerCountdown>
      </p>
      <TextLink href="#/pages/agreement/risk">{t('coolingRead')}</TextLink>
    </Stack>
  );
}
