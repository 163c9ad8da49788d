import type { Locale } from '@openmere/core/kit/language.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import {
  CandlestickSeries,
  createChartEx,
  defaultHorzScaleBehavior,
  HistogramSeries,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type AverageLength, averageLengths, lastAverage, movingAverage } from './candle-average.ts';
import type { CandleRow } from './candle-series.ts';
import { type ChartColors, faded } from './chart-colors.ts';
import { averageStyles, chartOptions } from './chart-options.ts';
import { isDatedInUtc, timeWeight } from './chart-time.ts';

export type ChartLook = { colors: ChartColors; locale: Locale; decimals: number };
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
export type ChartHandle = {
  show: (data: ChartData) => void;
  applyLook: (look: ChartLook) => void;
  /** Puts the crosshair on a candle and brings it into sight; undefined takes it away. */
  pick: (index: number | undefined) => void;
  /** Shows so many times as many candles: below 1 zooms in. */
  zoom: (factor: number) => void;
  close: () => void;
};

const Behavior = defaultHorzScaleBehavior();
/** Where the series ends so many candles from the left edge, older ones are asked for. */
const NEAR_OLDEST = 40;
const SHOWN_LEAST = 10;

/** The time axis of the library, with days and hours where the reader's calendar has them. */
class LocalTimeScale extends Behavior {
  utc = false;

  override fillWeightsForPoints(
    ...[points, start]: Parameters<InstanceType<typeof Behavior>['fillWeightsForPoints']>
  ) {
    for (let index = Math.max(start, 1); index < points.length; index += 1) {
      const [before, point] = [points[index - 1], points[index]];
      if (!before || !point) continue;
      const weight = timeWeight(before.originalTime as number, point.originalTime as number, this.utc);
      point.timeWeight = weight as typeof point.timeWeight;
    }
  }
}

type Point = { time: UTCTimestamp; open: number; high: number; low: number; close: number };
type Drawn = { candle: Point; volume: number; rises: boolean };

const drawn = new WeakMap<CandleRow, Drawn>();

/** Numbers for drawing only: their 15 digits are more than any screen has pixels. */
function draw(row: CandleRow): Drawn {
  let known = drawn.get(row);
  if (!known) {
    const time = (Date.parse(row.opentime) / 1000) as UTCTimestamp;
    const [open, high, low, close] = [Number(row.open), Number(row.high), Number(row.low), Number(row.close)];
    known = {
      candle: { time, open, high, low, close },
      volume: Number(row.volumeusdt),
      rises: close >= open,
    };
    drawn.set(row, known);
  }
  return known;
}

class Chart implements ChartHandle {
  private readonly axis = new LocalTimeScale();
  private readonly chart: IChartApiBase<Time>;
  private readonly candles: ISeriesApi<'Candlestick'>;
  private readonly volumes: ISeriesApi<'Histogram'>;
  private readonly lines = new Map<AverageLength, ISeriesApi<'Line'>>();
  private readonly events: ChartEvents;
  private look: ChartLook;
  private data: ChartData | undefined;
  private picking = false;

  constructor(host: HTMLElement, compact: boolean, look: ChartLook, events: ChartEvents) {
    this.look = look;
    this.events = events;
    this.chart = createChartEx<Time, LocalTimeScale>(host, this.axis, {
      ...chartOptions(look, compact),
      autoSize: true,
    });
    this.volumes = this.chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.candles = this.chart.addSeries(CandlestickSeries);
    this.applyLook(look);
    this.chart.subscribeCrosshairMove(this.onMove);
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_OLDEST) events.onOldest();
    });
  }

  private readonly onMove = (move: MouseEventParams<Time>): void => {
    if (this.picking) return;
    const { logical } = move;
    const count = this.data?.rows.length ?? 0;
    const isOnCandle = move.point !== undefined && logical !== undefined && logical >= 0 && logical < count;
    this.events.onPick(isOnCandle ? logical : undefined);
  };

  applyLook(look: ChartLook): void {
    this.look = look;
    const { colors } = look;
    this.axis.utc = this.data !== undefined && isDatedInUtc(this.data.interval);
    this.chart.applyOptions(chartOptions(look, undefined, this.axis.utc));
    // A rising candle is hollow, a falling one filled: the direction shows without its colour.
    this.candles.applyOptions({
      upColor: colors.surface,
      downColor: colors.down,
      borderUpColor: colors.up,
      borderDownColor: colors.down,
      wickUpColor: colors.up,
      wickDownColor: colors.down,
      priceLineColor: colors.strong,
    });
    averageLengths.forEach((length, index) => {
      this.lines.get(length)?.applyOptions({ color: colors.averages[index] ?? colors.text });
    });
    if (this.data) this.drawVolumes(this.data.rows);
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
    const before = this.data;
    this.data = data;
    const { rows, interval, averages } = data;
    const isOther = before?.interval !== interval;
    if (isOther) this.applyAxis(interval);
    const isGrown =
      !isOther &&
      before !== undefined &&
      rows.length - before.rows.length <= 1 &&
      this.isTail(before.rows, rows);
    if (isGrown) this.update(rows, before.rows.length);
    else if (isOther || before.rows !== rows) this.redraw(rows);
    this.drawAverages(averages, isGrown ? before.averages : []);
    if (isOther) this.chart.timeScale().resetTimeScale();
  }

  private applyAxis(interval: Interval): void {
    this.axis.utc = isDatedInUtc(interval);
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

  private drawAverages(wanted: readonly AverageLength[], updated: readonly AverageLength[]): void {
    const rows = this.data?.rows ?? [];
    averageLengths.forEach((length, index) => {
      const line = this.lines.get(length);
      if (!wanted.includes(length)) {
        if (line) this.chart.removeSeries(line);
        this.lines.delete(length);
        return;
      }
      const color = this.look.colors.averages[index] ?? this.look.colors.text;
      const target = line ?? this.chart.addSeries(LineSeries, { ...averageStyles[index], color });
      this.lines.set(length, target);
      if (line && updated.includes(length)) this.updateAverage(target, rows, length);
      else target.setData(averagePoints(rows, length));
    });
  }

  private updateAverage(line: ISeriesApi<'Line'>, rows: readonly CandleRow[], length: AverageLength): void {
    const [row, value] = [rows.at(-1), lastAverage(rows, length)];
    if (row && value !== undefined) line.update({ time: draw(row).candle.time, value: Number(value) / 1e18 });
  }

  pick(index: number | undefined): void {
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
    this.chart.remove();
  }
}

function averagePoints(rows: readonly CandleRow[], length: AverageLength) {
  return movingAverage(rows, length).flatMap((value, index) => {
    const row = rows[index];
    return row && value !== undefined ? [{ time: draw(row).candle.time, value: Number(value) / 1e18 }] : [];
  });
}

/** Opens a chart in an element that has a size; the library comes with this file and is fetched with it. */
export function openChart(
  host: HTMLElement,
  options: { compact: boolean; look: ChartLook },
  events: ChartEvents,
): ChartHandle {
  return new Chart(host, options.compact, options.look, events);
}
