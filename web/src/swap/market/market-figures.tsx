import type { ReactNode } from 'react';
import { useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import type { KeyValueRow } from '../../ui/key-value.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { PoolFacts } from './market-pool.ts';
import { priceDecimals, priceText } from './market-price-text.ts';
import css from './market-figures.module.css';

const explained = ['twap', 'pool', 'lp', 'burned', 'volume24h'] as const;
type Explained = (typeof explained)[number];

const texts = {
  twap: ['twap', 'twapWhy'],
  pool: ['poolHolds', 'poolWhy'],
  lp: ['lpTotal', 'lpWhy'],
  burned: ['burned', 'burnedWhy'],
  volume24h: ['volume24h', 'volumeWhy'],
} as const;

function useRows(pool: PoolFacts, onWhy: (what: Explained) => void): KeyValueRow[] {
  const t = useTexts('market');
  const locale = useLocale();
  const decimals = priceDecimals(pool.price);
  const price = (plain: string) => `${priceText(plain, locale, decimals)} USDT`;
  const amount = (plain: string, unit: string) => `${amountText(plain, locale, 2)} ${unit}`;
  const why = (key: Explained, value: ReactNode, note?: ReactNode): KeyValueRow => ({
    key,
    label: t(texts[key][0]),
    value,
    ...(note === undefined ? {} : { note }),
    onExplain: () => onWhy(key),
    explainLabel: t('explain', { what: t(texts[key][0]) }),
  });
  return [
    { key: 'high', label: t('high24h'), value: pool.trades24h === 0 ? '—' : price(pool.high24h) },
    { key: 'low', label: t('low24h'), value: pool.trades24h === 0 ? '—' : price(pool.low24h) },
    why(
      'volume24h',
      amount(pool.volume24h, 'USDT'),
      `${amount(pool.volumeopen24h, 'OPEN')} · ${t('tradeCount', { count: pool.trades24h })}`,
    ),
    why('twap', pool.twap === null ? t('twapNotReady') : price(pool.twap)),
    why('pool', amount(pool.reserveusdt, 'USDT'), amount(pool.reserveopen, 'OPEN')),
    why('lp', amount(pool.lptotal, 'LP')),
    why('burned', amount(pool.burned, 'OPEN')),
  ];
}

/** The pool in figures; each that needs a word of explanation has one behind its mark. */
export function MarketFigures({ pool, stale }: { pool: PoolFacts; stale: string | undefined }) {
  const t = useTexts('market');
  const locale = useLocale();
  const [why, setWhy] = useState<Explained>();
  const rows = useRows(pool, setWhy);
  return (
    <>
      <SectionTitle>{t('figures')}</SectionTitle>
      <Card>
        <div className={css.figures} data-stale={stale === undefined ? undefined : ''}>
          <KeyValue rows={rows} />
        </div>
        <p className={css.asof}>{t('asOf', { time: exactTime(pool.asof, locale), block: pool.block })}</p>
      </Card>
      <ClosableSheet
        open={why !== undefined}
        title={why === undefined ? '' : t(texts[why][0])}
        onClose={() => setWhy(undefined)}
      >
        {why !== undefined && <p>{t(texts[why][1])}</p>}
      </ClosableSheet>
    </>
  );
}
