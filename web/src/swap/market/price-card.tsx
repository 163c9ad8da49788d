import { useLocale, useTexts } from '../../platform/i18n.ts';
import { displayStyle } from '../../platform/money-text.ts';
import { useCall } from '../../platform/query.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useMarketPool, useStaleNote } from './market-pool.ts';
import { changeOf, priceText } from './market-price-text.ts';
import { DayChange } from './market-price.tsx';
import css from './price-card.module.css';

/** A day in half hours. */
const day = { interval: '30m', limit: 48 } as const;

/** The shape of the last day; its figure stands beside it. */
function Day({ price, change }: { price: string | undefined; change: string | null | undefined }) {
  const t = useTexts('market');
  const locale = useLocale();
  const { data } = useCall('trade/Kline', day);
  const closes = data?.list.map((row) => Number(row.close)) ?? [];
  if (closes.length < 2 || price === undefined) return null;
  const direction = change === null || change === undefined ? 'flat' : changeOf(change, locale).direction;
  return (
    <Sparkline
      values={[...closes.slice(0, -1), Number(price)]}
      label={t('dayShape')}
      tone={direction === 'flat' ? 'accent' : direction}
      height={48}
    />
  );
}

/** OPEN's price on the home screen, for visitors, too. The whole card leads to its history (visitors log in first). */
export function PriceCard() {
  const t = useTexts('market');
  const locale = useLocale();
  const query = useMarketPool();
  const stale = useStaleNote(query);
  const pool = query.data;
  return (
    <a className={css.card} href="#/pages/swap/kline/kline">
      <CoinMark coin="OPEN" size={40} />
      <span className={css.texts}>
        <span className={css.name}>{t('priceOf')}</span>
        <Figure
          value={pool && priceText(pool.price, locale)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit="USDT"
          missingLabel={t('unknown')}
          staleNote={pool ? stale : undefined}
        />
        {pool && <DayChange change={pool.change24h} />}
        {!pool && query.isError && <span className={css.note}>{t('unknown')}</span>}
      </span>
      <span className={css.shape}>
        <Day price={pool?.price} change={pool?.change24h} />
      </span>
    </a>
  );
}
