import type { Interval } from '@openmere/core/swap/contract.ts';
import { FailedNotice } from '../../parts/failed-notice.tsx';
import { WaitingLine } from '../../parts/waiting.tsx';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { untilText } from '../../platform/time-text.ts';
import { useNow } from '../../platform/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCredit } from '../chart/chart-credit.tsx';
import { ChartIntervals } from '../chart/chart-intervals.tsx';
import { ChartLegend } from '../chart/chart-legend.tsx';
import { usePicked } from '../chart/chart-pick.ts';
import { ChartView } from '../chart/chart-view.tsx';
import { useCandles } from '../chart/kline-data.ts';
import type { Candles } from '../chart/kline-data.ts';
import css from './market-chart.module.css';

export type MarketChartProps = { interval: Interval; onInterval: (interval: Interval) => void };

const none = [] as const;

function Body({ interval, candles }: { interval: Interval; candles: Candles }) {
  const t = useTexts('market');
  const [picked, pick] = usePicked(candles.rows);
  if (!candles.rows) {
    return (
      <div className={css.place}>
        {candles.error === null ? (
          <WaitingLine />
        ) : (
          <FailedNotice title={t('chartFailed')} error={candles.error} onRetry={candles.retry} />
        )}
      </div>
    );
  }
  if (candles.rows.length === 0) return <p className={css.place}>{t('noTradesText')}</p>;
  return (
    <>
      <ChartLegend rows={candles.rows} interval={interval} averages={none} picked={picked} />
      <ChartView
        compact
        key={interval}
        rows={candles.rows}
        interval={interval}
        averages={none}
        picked={picked}
        onPick={pick}
        onOlder={candles.older}
      />
    </>
  );
}

/** The candles within the market page: same data as the full chart, less around them. */
export function MarketChart({ interval, onInterval }: MarketChartProps) {
  const t = useTexts('market');
  const locale = useLocale();
  const candles = useCandles(interval);
  const now = useNow();
  return (
    <Card>
      <div className={css.chart}>
        <ChartIntervals value={interval} onChange={onInterval} />
        {candles.staleSince !== undefined && (
          <p className={css.stale}>
            {t('staleSince', { time: untilText(new Date(candles.staleSince).toISOString(), now, locale) })}
          </p>
        )}
        <Body interval={interval} candles={candles} />
        <ChartCredit />
      </div>
    </Card>
  );
}
