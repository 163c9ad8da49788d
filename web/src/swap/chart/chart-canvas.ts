import type { Locale } from '@openmere/core/kit/language.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import type { IChartApiBase, ISeriesApi, MouseEventParams, Time } from 'lightweight-charts';
import { afterNextFrame } from '../../platform/idle.ts';
import { averageLengths, DrawnAverages } from './candle-average.ts';
import type { AverageLength } from './candle-average.ts';
import type { CandleRow } from './candle-series.ts';
import { AverageLines } from './chart-averages.ts';
import type { AverageLine } from './chart-averages.ts';
import { makeAxis } from './chart-axis.ts';
import type { Axis } from './chart-axis.ts';
import { faded } from './chart-colors.ts';
import type { ChartColors } from './chart-colors.ts';
import type { Library } from './chart-library.ts';
import { averageDashes, chartOptions } from './chart-options.ts';
import { draw } from './chart-points.ts';
import { isDatedInUtc } from './chart-time.ts';

/** `lastTrade`: what the tag of the newest close is called, since the pool's own price differs from it. */
export type ChartLook = { colors: ChartColors; locale: Locale; decimals: number; lastTrade?: string };
export type ChartEvents = {
  /** The candle under the crosshair, by its place in the series; undefined when there is none. */
  onPick: (index: number | undefined) => void;
  /** The oldest candle comes into sight. */
  onOldest: () => void;
};
export type ChartData = {
  rows: readonly CandleRow[];
  interval: Interval;
  averages: readonly AverageLength[];
};
type OpenOptions = { compact: boolean; look: ChartLook; data: ChartData };
export type ChartHandle = {
  /** What it shows already is not drawn again. */
  show: (data: ChartData) => void;
  applyLook: (look: ChartLook) => void;
  /** Puts the crosshair on a candle and brings it into sight; undefined takes it away. */
  pick: (index: number | undefined) => void;
  /** Shows so many times as many candles: below 1 zooms in. */
  zoom: (factor: number) => void;
  close: () => void;
};

/** Where the series ends so many candles from the left edge, older ones are asked for. */
const NEAR_OLDEST = 40;
const SHOWN_LEAST = 10;
/** Of a long series so many candles, some screenfuls, are drawn at first, and all of it once they are seen. */
const HEAD = 300;
const SEEN_MS = 100;

/** A rising candle is hollow, a falling one filled: the direction shows without its colour. */
function candleOptions({ colors, decimals, lastTrade }: ChartLook) {
  return {
    // Steps of the price axis are as fine as the price is written.
    priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
    upColor: colors.surface,
    downColor: colors.down,
    borderUpColor: colors.up,
    borderDownColor: colors.down,
    wickUpColor: colors.up,
    wickDownColor: colors.down,
    priceLineColor: colors.strong,
    title: lastTrade ?? '',
  } as const;
}

class Chart implements ChartHandle {
  private readonly axis: Axis;
  private readonly chart: IChartApiBase<Time>;
  private readonly candles: ISeriesApi<'Candlestick'>;
  private readonly volumes: ISeriesApi<'Histogram'>;
  private readonly averages = new AverageLines();
  private lines: AverageLine[] = [];
  private readonly events: ChartEvents;
  private look: ChartLook;
  private data: ChartData | undefined;
  private picking = false;
  /** The whole series, while only its newest candles are drawn. */
  private waiting: { data: ChartData; callOff: () => void } | undefined;

  constructor(library: Library, host: HTMLElement, options: OpenOptions, events: ChartEvents) {
    const { look, compact, data } = options;
    this.look = look;
    this.events = events;
    this.axis = makeAxis(library.defaultHorzScaleBehavior());
    this.axis.utc = isDatedInUtc(data.interval);
    this.chart = library.createChartEx<Time, Axis>(host, this.axis, {
      ...chartOptions(look, compact, this.axis.utc),
      autoSize: true,
    });
    this.volumes = this.chart.addSeries(library.HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.candles = this.chart.addSeries(library.CandlestickSeries, candleOptions(look));
    this.candles.attachPrimitive(this.averages);
    this.chart.subscribeCrosshairMove(this.onMove);
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_OLDEST && !this.waiting) events.onOldest();
    });
    // Before its first frame: without candles that would be a whole drawing of nothing.
    this.show(data);
  }

  private readonly onMove = (move: MouseEventParams<Time>): void => {
    if (this.picking) return;
    const { logical } = move;
    // Only the newest are drawn: places are not yet those of the whole series.
    if (this.waiting) return;
    const count = this.data?.rows.length ?? 0;
    const isOnCandle = move.point !== undefined && logical !== undefined && logical >= 0 && logical < count;
    this.events.onPick(isOnCandle ? logical : undefined);
  };

  applyLook(look: ChartLook): void {
    // Each change of options lays the whole chart out anew.
    if (JSON.stringify(look) === JSON.stringify(this.look)) return;
    this.look = look;
    this.chart.applyOptions(chartOptions(look, undefined, this.axis.utc));
    this.candles.applyOptions(candleOptions(look));
    if (!this.data) return;
    this.drawVolumes(this.data.rows);
    this.drawAverages(this.data, this.lines);
  }

  private volumeOf(row: CandleRow) {
    const { candle, volume, rises } = draw(row);
    const { up, down } = this.look.colors;
    return { time: candle.time, value: volume, color: faded(rises ? up : down, '59') };
  }

  private drawVolumes(rows: readonly CandleRow[]): void {
    this.volumes.setData(rows.map((row) => this.volumeOf(row)));
  }

  show(data: ChartData): void {
    const asked = this.waiting?.data ?? this.data;
    if (
      asked?.rows === data.rows &&
      asked.interval === data.interval &&
      asked.averages.join() === data.averages.join()
    )
      return;
    const isNew = this.data?.interval !== data.interval || this.waiting !== undefined;
    this.forgetWaiting();
    if (!isNew || data.rows.length <= 2 * HEAD) {
      this.showAll(data);
      return;
    }
    this.waiting = { data, callOff: afterNextFrame(() => this.showRest(), SEEN_MS) };
    this.showAll({ ...data, rows: data.rows.slice(-HEAD) });
  }

  private forgetWaiting(): void {
    this.waiting?.callOff();
    this.waiting = undefined;
  }

  private showRest(): void {
    const data = this.waiting?.data;
    this.forgetWaiting();
    if (data) this.showAll(data);
  }

  private showAll(data: ChartData): void {
    const before = this.data;
    this.data = data;
    const { rows, interval } = data;
    const isOther = before?.interval !== interval;
    if (isOther) this.applyAxis(interval);
    const isGrown =
      !isOther &&
      before !== undefined &&
      rows.length - before.rows.length <= 1 &&
      this.isTail(before.rows, rows);
    if (isGrown) this.update(rows, before.rows.length);
    else if (isOther || before.rows !== rows) this.redraw(rows);
    this.drawAverages(data, isGrown ? this.lines : []);
    if (isOther) this.chart.timeScale().resetTimeScale();
  }

  private applyAxis(interval: Interval): void {
    const utc = isDatedInUtc(interval);
    if (utc === this.axis.utc) return;
    this.axis.utc = utc;
    this.chart.applyOptions(chartOptions(this.look, undefined, this.axis.utc));
  }

  /** Only the last candle has changed, or one has been added: all before are the same objects. */
  private isTail(before: readonly CandleRow[], rows: readonly CandleRow[]): boolean {
    const same = before.length - 1;
    return (
      same > 0 && rows.length >= before.length && before.slice(0, same).every((row, at) => row === rows[at])
    );
  }

  private update(rows: readonly CandleRow[], from: number): void {
    for (const row of rows.slice(from - 1)) {
      this.candles.update(draw(row).candle);
      this.volumes.update(this.volumeOf(row));
    }
  }

  private redraw(rows: readonly CandleRow[]): void {
    this.candles.setData(rows.map((row) => draw(row).candle));
    this.drawVolumes(rows);
  }

  /** `known`: lines of which all values but the newest still hold. */
  private drawAverages({ rows, averages }: ChartData, known: readonly AverageLine[]): void {
    const { colors } = this.look;
    this.lines = averages.map((length) => {
      const at = averageLengths.indexOf(length);
      const kept = known.find((line) => line.averages.length === length)?.averages;
      kept?.follow(rows);
      return {
        averages: kept ?? new DrawnAverages(rows, length),
        color: colors.averages[at] ?? colors.text,
        dash: averageDashes[at] ?? [],
      };
    });
    this.averages.show(this.lines, rows.length);
  }

  pick(index: number | undefined): void {
    if (index !== undefined) this.showRest();
    const row = index === undefined ? undefined : this.data?.rows[index];
    this.picking = true;
    if (row && index !== undefined) {
      this.bringIntoSight(index);
      const { close, time } = draw(row).candle;
      this.chart.setCrosshairPosition(close, time, this.candles);
    } else this.chart.clearCrosshairPosition();
    this.picking = false;
  }

  private bringIntoSight(index: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range || (index > range.from + 1 && index < range.to - 1)) return;
    const span = range.to - range.from;
    const from = index <= range.from + 1 ? index - span * 0.1 : index - span * 0.9;
    scale.setVisibleLogicalRange({ from, to: from + span });
  }

  zoom(factor: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range) return;
    const span = Math.max((range.to - range.from) * factor, SHOWN_LEAST);
    scale.setVisibleLogicalRange({ from: range.to - span, to: range.to });
  }

  close(): void {
    this.forgetWaiting();
    this.chart.remove();
  }
}

/** Opens a chart in an element that has a size, with its first candles. */
export function openChart(
  library: Library,
  host: HTMLElement,
  options: OpenOptions,
  events: ChartEvents,
): ChartHandle {
  return new Chart(library, host, options, events);
}
