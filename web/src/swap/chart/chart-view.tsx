import type { Interval } from '@openmere/core/swap/contract.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { FailedNotice } from '../../parts/failed-notice.tsx';
import { WaitingSpinner } from '../../parts/waiting-spinner.tsx';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { afterNextFrame } from '../../platform/idle.ts';
import { redRises, usePreferences } from '../../platform/preferences.ts';
import { Spoken } from '../../ui/spoken.tsx';
import { priceDecimals } from '../market/market-price-text.ts';
import type { AverageLength } from './candle-average.ts';
import type { CandleRow } from './candle-series.ts';
import type { ChartHandle, openChart } from './chart-canvas.ts';
import { readColors } from './chart-colors.ts';
import { nextPick, zoomOf } from './chart-keys.ts';
import type { Library } from './chart-library.ts';
import { candleTime } from './chart-time.ts';
import { spokenCandle, useCandleWords } from './chart-words.ts';
import css from './chart-view.module.css';

export type ChartViewProps = {
  rows: readonly CandleRow[];
  interval: Interval;
  averages: readonly AverageLength[];
  /** The candle that the legend shows, by its place in `rows`; undefined: none is chosen. */
  picked: number | undefined;
  onPick: (index: number | undefined) => void;
  /** The oldest candle is near: older ones are wanted. */
  onOlder?: () => void;
  /** Within a page: does not catch the mouse wheel, and is less high. */
  compact?: boolean;
  /** Handed out for buttons beside the chart; undefined while there is none. */
  onHandle?: (handle: ChartHandle | undefined) => void;
};

const DARK_DEVICE = '(prefers-color-scheme: dark)';

/** Counts up when the device turns light or dark, so that what was read from the page is read again. */
function useDeviceTheme(): boolean {
  const [dark, setDark] = useState(() => matchMedia(DARK_DEVICE).matches);
  useEffect(() => {
    const media = matchMedia(DARK_DEVICE);
    const onChange = () => setDark(media.matches);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, []);
  return dark;
}

/** The chart's own code is fetched when it is first shown; what fails can be tried again without a reload. */
function useChart(props: ChartViewProps, host: React.RefObject<HTMLDivElement | null>) {
  const { rows, interval, averages, picked, compact = false, onHandle } = props;
  const locale = useLocale();
  const theme = usePreferences((state) => state.theme);
  const rise = redRises(usePreferences((state) => state.upDown));
  const deviceDark = useDeviceTheme();
  const [chart, setChart] = useState<ChartHandle>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const lastTrade = useTexts('market')('lastTrade');
  const decimals = priceDecimals(rows.at(-1)?.close ?? '0');
  const shownByCrosshair = useRef<number>(undefined);
  const onPick = useEffectEvent((index: number | undefined) => {
    shownByCrosshair.current = index;
    props.onPick(index);
  });
  const onOldest = useEffectEvent(() => props.onOlder?.());
  const open = useEffectEvent((create: typeof openChart, library: Library, at: HTMLElement) =>
    create(
      library,
      at,
      {
        compact,
        look: { colors: readColors(at), locale, decimals, lastTrade },
        data: { rows, interval, averages },
      },
      { onPick: (index) => onPick(index), onOldest: () => onOldest() },
    ),
  );
  const hand = useEffectEvent((handle: ChartHandle | undefined) => onHandle?.(handle));

  useEffect(() => {
    let opened: ChartHandle | undefined;
    let gone = false;
    // The largest file of the app: it waits until the figures around it are seen.
    const cancel = afterNextFrame(() => {
      Promise.all([import('./chart-canvas.ts'), import('./chart-library.ts')]).then(
        ([code, { library }]) => {
          if (gone || !host.current) return;
          opened = open(code.openChart, library, host.current);
          setChart(opened);
          hand(opened);
        },
        (cause: unknown) => setError(cause),
      );
    });
    return () => {
      gone = true;
      cancel();
      opened?.close();
      setChart(undefined);
      hand(undefined);
    };
  }, [host, tries]);
  useEffect(() => {
    if (chart && host.current)
      chart.applyLook({ colors: readColors(host.current), locale, decimals, lastTrade });
  }, [chart, host, locale, decimals, lastTrade, theme, rise, deviceDark]);
  useEffect(() => {
    chart?.show({ rows, interval, averages });
  }, [chart, rows, interval, averages]);
  useEffect(() => {
    // Where the crosshair already is by pointer it stays where the pointer is.
    if (picked !== shownByCrosshair.current) chart?.pick(picked);
    shownByCrosshair.current = picked;
  }, [chart, picked]);
  const retry = () => {
    setError(undefined);
    setTries((count) => count + 1);
  };
  return { chart, error, retry };
}

/**
 * Candles and volume as a picture that also works without eyes: it takes the focus like a slider, arrow keys walk from
 * candle to candle, each is read out. Without its code (no network) the rest of the page goes on.
 */
export function ChartView(props: ChartViewProps) {
  const { rows, interval, picked, compact } = props;
  const t = useTexts('market');
  const locale = useLocale();
  const words = useCandleWords();
  const host = useRef<HTMLDivElement>(null);
  const { chart, error, retry } = useChart(props, host);
  const [spoken, setSpoken] = useState('');
  const at = Math.min(picked ?? rows.length - 1, rows.length - 1);
  const row = rows[at];

  function onKey(event: KeyboardEvent) {
    const factor = zoomOf(event);
    const next = nextPick(event, picked, rows.length);
    if (factor !== undefined) chart?.zoom(factor);
    else if (next !== undefined) props.onPick(next === 'none' ? undefined : next);
    else return;
    event.preventDefault();
    const chosen = typeof next === 'number' ? rows[next] : undefined;
    if (chosen) setSpoken(spokenCandle(chosen, interval, locale, words));
  }

  return (
    <div className={css.frame} data-compact={compact ? '' : undefined}>
      <div
        ref={host}
        className={css.host}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input cannot hold a picture
        role="slider"
        tabIndex={0}
        aria-label={t('chartLabel')}
        aria-valuemin={0}
        aria-valuemax={Math.max(rows.length - 1, 0)}
        aria-valuenow={Math.max(at, 0)}
        aria-valuetext={row ? candleTime(Date.parse(row.opentime), interval, locale) : t('chartEmpty')}
        onKeyDown={onKey}
      />
      <div className={css.live} aria-live="polite">
        <Spoken>{spoken}</Spoken>
      </div>
      {!chart && (
        <div className={css.waiting}>
          {error === undefined ? (
            <WaitingSpinner />
          ) : (
            <FailedNotice title={t('chartFailed')} error={error} onRetry={retry} />
          )}
        </div>
      )}
    </div>
  );
}

/** The place of the chart while its candles are being fetched. */
export function WaitingChart() {
  return (
    <div className={css.frame}>
      <div className={css.waiting}>
        <WaitingSpinner />
      </div>
    </div>
  );
}
