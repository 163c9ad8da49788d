import { useLocale, useTexts } from '../../platform/i18n.ts';
import { displayStyle } from '../../platform/money-text.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Delta } from '../../ui/delta.tsx';
import { Figure } from '../../ui/figure.tsx';
import type { PoolFacts } from './market-pool.ts';
import { changeOf, priceText } from './market-price-text.ts';
import css from './market-price.module.css';

/** Change over 24 hours with arrow and sign; says so while the pool is younger. */
export function DayChange({ change }: { change: string | null }) {
  const t = useTexts('market');
  const locale = useLocale();
  if (change === null) return <span className={css.young}>{t('changeYoung')}</span>;
  const { direction, text } = changeOf(change, locale);
  const said = {
    up: t('changeUp', { change: text }),
    down: t('changeDown', { change: text }),
    flat: t('changeFlat'),
  };
  return <Delta chip value={text} direction={direction} label={said[direction]} />;
}

/** The price in large: USDT for one OPEN, its change, and since when it stands when it is not live. */
export function MarketPrice({ pool, stale }: { pool: PoolFacts | undefined; stale: string | undefined }) {
  const t = useTexts('market');
  const locale = useLocale();
  return (
    <div className={css.price}>
      <CoinMark coin="OPEN" size={40} />
      <div className={css.texts}>
        <span className={css.pair}>OPEN / USDT · {t('poolPrice')}</span>
        <Figure
          size="hero"
          value={pool && priceText(pool.price, locale)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit="USDT"
          missingLabel={t('unknown')}
          staleNote={stale}
        />
        <div className={css.change}>{pool && <DayChange change={pool.change24h} />}</div>
      </div>
    </div>
  );
}
