import type { Interval } from '@openmere/core/swap/contract.ts';
import { useState } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { RetryButton } from '../../parts/retry.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { replace, useLocation } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { untilText } from '../../platform/time-text.ts';
import { useNow } from '../../platform/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconMinus, IconPlus } from '../../ui/icon/act.tsx';
import { IconSwap } from '../../ui/icon/place.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { intervalOf } from '../market/market-interval.ts';
import { useMarketPool } from '../market/market-pool.ts';
import { summaryOf } from '../market/market-summary.ts';
import { averageLengths } from './candle-average.ts';
import type { AverageLength } from './candle-average.ts';
import type { CandleRow } from './candle-series.ts';
import type { ChartHandle } from './chart-canvas.ts';
import { ChartCredit } from './chart-credit.tsx';
import { ChartIntervals } from './chart-intervals.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { usePicked } from './chart-pick.ts';
import { ChartView, WaitingChart } from './chart-view.tsx';
import { useCandles } from './kline-data.ts';
import type { Candles } from './kline-data.ts';
import { KlineTable } from './kline-table.tsx';
import { useAverages } from './use-averages.ts';
import css from './kline-screen.module.css';

type View = 'chart' | 'table';
const TRADE_PATH = '/pages/swap/swap/swap';

function Averages({
  shown,
  onChange,
}: {
  shown: readonly AverageLength[];
  onChange: (shown: AverageLength[]) => void;
}) {
  const t = useTexts('market');
  return (
    <fieldset className={css.averages} aria-label={t('averages')}>
      {averageLengths.map((length) => {
        const isOn = shown.includes(length);
        return (
          <button
            key={length}
            type="button"
            className={css.average}
            aria-pressed={isOn}
            // What is seen begins what is heard, so that it can be asked for by voice.
            aria-label={`${t('averageShort', { count: length })}: ${t('averageLong', { count: length })}`}
            onClick={() => onChange(averageLengths.filter((one) => shown.includes(one) !== (one === length)))}
          >
            {t('averageShort', { count: length })}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Without rows it holds the place of what comes, so that nothing below it moves then. */
function Picture({
  rows,
  interval,
  candles,
}: {
  rows: readonly CandleRow[];
  interval: Interval;
  candles: Candles;
}) {
  const t = useTexts('market');
  const { averages, setAverages } = useAverages();
  const [picked, pick] = usePicked(rows);
  const [chart, setChart] = useState<ChartHandle>();
  return (
    <>
      <ChartLegend rows={rows} interval={interval} averages={averages} picked={picked} />
      {rows.length === 0 ? (
        <WaitingChart />
      ) : (
        <ChartView
          rows={rows}
          interval={interval}
          averages={averages}
          picked={picked}
          onPick={pick}
          onOlder={candles.older}
          onHandle={setChart}
        />
      )}
      <div className={css.tools}>
        <Averages shown={averages} onChange={setAverages} />
        <div className={css.zoom}>
          <IconButton label={t('zoomOut')} icon={<IconMinus />} onPress={() => chart?.zoom(1 / 0.7)} />
          <IconButton label={t('zoomIn')} icon={<IconPlus />} onPress={() => chart?.zoom(0.7)} />
        </div>
      </div>
      <p className={css.hint}>{t('chartHint')}</p>
      <ChartCredit />
    </>
  );
}

const none: readonly CandleRow[] = [];

type PartProps = { interval: Interval; view: View; candles: Candles };

function CandlePart({ interval, view, candles }: PartProps) {
  const t = useTexts('market');
  const { rows } = candles;
  if (!rows && candles.error !== null)
    return <CallFailed query={{ error: candles.error, refetch: candles.retry }} />;
  if (!rows && view === 'table') return <WaitingCard />;
  if (rows?.length === 0) {
    return (
      <EmptyState
        title={t('noTradesTitle')}
        action={<Button href={`#${TRADE_PATH}`}>{t('firstTrade')}</Button>}
      >
        {t('noTradesText')}
      </EmptyState>
    );
  }
  return view === 'chart' ? (
    <Picture key={interval} rows={rows ?? none} interval={interval} candles={candles} />
  ) : (
    <KlineTable
      key={interval}
      rows={rows ?? none}
      interval={interval}
      hasOlder={candles.hasOlder}
      onOlder={candles.older}
    />
  );
}

function StaleLine({ candles: { staleSince, retry } }: { candles: Candles }) {
  const t = useTexts('market');
  const locale = useLocale();
  const now = useNow();
  if (staleSince === undefined) return null;
  return (
    <Notice
      tone="warn"
      title={t('staleSince', { time: untilText(new Date(staleSince).toISOString(), now, locale) })}
      action={<RetryButton size="small" onRetry={retry} />}
    />
  );
}

/** The last 24 hours in a sentence; nothing while the figures are not known. */
function Summary() {
  const t = useTexts('market');
  const locale = useLocale();
  const { data } = useMarketPool();
  return data ? <p className={css.summary}>{summaryOf(data, locale, t)}</p> : null;
}

/** The chart in full: six intervals, averages, crosshair, live; or the same candles as a table. */
export function KlineScreen() {
  const t = useTexts('market');
  const { path, query } = useLocation();
  const interval = intervalOf(query['interval']);
  const view: View = query['view'] === 'table' ? 'table' : 'chart';
  const candles = useCandles(interval);
  const go = (next: { interval?: Interval; view?: View }) => replace(path, { interval, view, ...next });
  return (
    <Page
      nav={
        <BackBar
          heading="OPEN / USDT"
          parent="/pages/swap/swap"
          actions={<IconButton label={t('trade')} icon={<IconSwap />} href={`#${TRADE_PATH}`} />}
        />
      }
    >
      <div className={css.screen}>
        <div className={css.choices}>
          <ChartIntervals value={interval} onChange={(chosen) => go({ interval: chosen })} />
          <Segmented
            label={t('view')}
            items={[
              { key: 'chart', label: t('viewChart') },
              { key: 'table', label: t('viewTable') },
            ]}
            value={view}
            onChange={(chosen) => go({ view: chosen })}
          />
        </div>
        <StaleLine candles={candles} />
        <CandlePart interval={interval} view={view} candles={candles} />
        <Summary />
      </div>
    </Page>
  );
}
