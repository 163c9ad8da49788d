import { CopyValue } from '../parts/copy-value.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import type { KeyValueRow } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { StatusState } from '../ui/status-pill.tsx';
import type { MarketPool } from './pool-screen.tsx';
import css from './activity.module.css';

type BuyBack = MarketPool['list'][number];

const looks: Record<BuyBack['state'], StatusState> = {
  waiting: 'waiting',
  ordered: 'working',
  done: 'done',
  expired: 'void',
};

function useRows(): (one: BuyBack) => KeyValueRow[] {
  const t = useTexts('activity');
  const locale = useLocale();
  return ({ usdt, open, price, highestprice, ended }) => [
    { key: 'usdt', label: t('buyBackUsdt'), value: `${amountText(usdt, locale)} USDT` },
    ...(open === null
      ? [{ key: 'most', label: t('buyBackMost'), value: `${amountText(highestprice, locale)} USDT` }]
      : [{ key: 'open', label: t('buyBackBurned'), value: `${amountText(open, locale)} OPEN` }]),
    ...(price === null
      ? []
      : [{ key: 'price', label: t('buyBackPrice'), value: `${amountText(price, locale)} USDT` }]),
    ...(ended === null ? [] : [{ key: 'ended', label: t('buyBackEnded'), value: exactTime(ended, locale) }]),
  ];
}

function OneBuyBack({ one }: { one: BuyBack }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const rowsOf = useRows();
  return (
    <Card>
      <Stack gap={3}>
        <p className={css.state}>
          <span>{exactTime(one.time, locale)}</span>
          <StatusPill state={looks[one.state]}>{t(`buyBack_${one.state}`)}</StatusPill>
        </p>
        <KeyValue rows={rowsOf(one)} />
        {one.state === 'expired' && <p className={css.quiet}>{t('buyBackExpiredText')}</p>}
        {one.hash !== null && <CopyValue label={t('buyBackHash')} value={one.hash} />}
      </Stack>
    </Card>
  );
}

/** Everything that was bought back, newest first, and what it came to. */
export function BuyBacks({ pool }: { pool: MarketPool }) {
  const t = useTexts('activity');
  const locale = useLocale();
  if (pool.list.length === 0)
    return (
      <EmptyState title={t('buyBackNone')} drawing="water">
        {t('buyBackNoneText')}
      </EmptyState>
    );
  return (
    <Stack gap={3}>
      <Card>
        <KeyValue
          rows={[
            { key: 'count', label: t('buyBackCount'), value: String(pool.count) },
            { key: 'spent', label: t('buyBackSpent'), value: `${amountText(pool.spent, locale)} USDT` },
            { key: 'burned', label: t('buyBackBurned'), value: `${amountText(pool.burned, locale)} OPEN` },
          ]}
        />
      </Card>
      {pool.list.map((one) => (
        <OneBuyBack key={one.id} one={one} />
      ))}
    </Stack>
  );
}
