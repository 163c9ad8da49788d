import type {
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  ITimeScaleApi,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { AverageLength } from './candle-average.ts';

/** One average: its value at each candle's place, for drawing. */
export type AverageLine = {
  length: AverageLength;
  values: readonly (number | undefined)[];
  color: string;
  /** Lengths of dash and gap in CSS pixels: the lines differ without their colours, too. */
  dash: readonly number[];
};

const WIDTH = 1.5;

/** Draws the averages over the candles; only what is in sight is touched, however long the series is. */
export class AverageLines implements ISeriesPrimitive<Time> {
  private lines: readonly AverageLine[] = [];
  private attachedTo: SeriesAttachedParameter<Time> | undefined;
  private readonly views = [{ renderer: () => ({ draw: this.draw }) }];

  attached(to: SeriesAttachedParameter<Time>): void {
    this.attachedTo = to;
  }

  paneViews() {
    return this.views;
  }

  show(lines: readonly AverageLine[]): void {
    this.lines = lines;
    this.attachedTo?.requestUpdate();
  }

  private readonly draw: IPrimitivePaneRenderer['draw'] = (target) => {
    if (!this.attachedTo) return;
    const { chart, series } = this.attachedTo;
    const scale = chart.timeScale();
    target.useMediaCoordinateSpace(({ context }) => {
      for (const line of this.lines) stroke(context, line, scale, series as ISeriesApi<'Candlestick'>);
    });
  };
}

function stroke(
  context: CanvasRenderingContext2D,
  line: AverageLine,
  scale: ITimeScaleApi<Time>,
  series: ISeriesApi<'Candlestick'>,
): void {
  const range = scale.getVisibleLogicalRange();
  if (!range) return;
  context.beginPath();
  const last = Math.min(Math.ceil(range.to) + 1, line.values.length - 1);
  for (let index = Math.max(Math.floor(range.from) - 1, 0); index <= last; index += 1) {
    const value = line.values[index];
    const x = scale.logicalToCoordinate(index as Logical);
    const y = value === undefined ? null : series.priceToCoordinate(value);
    // A path that begins with a line begins there.
    if (x !== null && y !== null) context.lineTo(x, y);
  }
  context.setLineDash([...line.dash]);
  context.lineWidth = WIDTH;
  context.strokeStyle = line.color;
  context.stroke();
}
