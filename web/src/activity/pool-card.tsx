import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { Card } from '../ui/card.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';
import { TextLink } from '../ui/text-link.tsx';
import css from './activity.module.css';

/** The market-value pool in three figures, and the way to its history. Not there while it cannot be read: the page does without. */
export function PoolCard() {
  const t = useTexts('activity');
  const locale = useLocale();
  const { data } = useCall('Activity/Pool', {});
  if (data === undefined) return null;
  return (
    <Card>
      <Stack gap={3}>
        <h2 className={css.title}>{t('titlePool')}</h2>
        <KeyValue
          rows={[
            {
              key: 'holds',
              label: t('poolHolds'),
              value: `${amountText(data.sums[0]?.balance ?? '0', locale)} USDT`,
            },
            { key: 'spent', label: t('buyBackSpent'), value: `${amountText(data.spent, locale)} USDT` },
            { key: 'burned', label: t('buyBackBurned'), value: `${amountText(data.burned, locale)} OPEN` },
          ]}
        />
        <TextLink href="#/pages/activity/pool/pool">{t('poolOpen')}</TextLink>
      </Stack>
    </Card>
  );
}
