import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { DrawnAverages } from './candle-average.ts';

/** One average and how it is drawn. */
export type AverageLine = {
  averages: DrawnAverages;
  color: string;
  /** Lengths of dash and gap in CSS pixels: the lines differ without their colours, too. */
  dash: readonly number[];
};

const WIDTH = 1.5;

/** Draws the averages over the candles; only what is in sight is touched, however long the series is. */
export class AverageLines implements ISeriesPrimitive<Time> {
  private lines: readonly AverageLine[] = [];
  private count = 0;
  private attachedTo: SeriesAttachedParameter<Time> | undefined;
  private readonly views = [{ renderer: () => ({ draw: this.draw }) }];

  attached(to: SeriesAttachedParameter<Time>): void {
    this.attachedTo = to;
  }

  paneViews() {
    return this.views;
  }

  /** `count`: how many candles there are. */
  show(lines: readonly AverageLine[], count: number): void {
    this.lines = lines;
    this.count = count;
    this.attachedTo?.requestUpdate();
  }

  private readonly draw: IPrimitivePaneRenderer['draw'] = (target) => {
    if (!this.attachedTo) return;
    const { chart, series } = this.attachedTo;
    const scale = chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range) return;
    const from = Math.max(Math.floor(range.from) - 1, 0);
    const to = Math.min(Math.ceil(range.to) + 1, this.count - 1);
    const toX = (index: number) => scale.logicalToCoordinate(index as Logical);
    target.useMediaCoordinateSpace(({ context }) => {
      for (const { averages, color, dash } of this.lines) {
        context.beginPath();
        averages.between(from, to).forEach((value, index) => {
          const x = toX(from + index);
          const y = value === undefined ? null : series.priceToCoordinate(value);
          // A path that begins with a line begins there.
          if (x !== null && y !== null) context.lineTo(x, y);
        });
        context.setLineDash([...dash]);
        context.lineWidth = WIDTH;
        context.strokeStyle = color;
        context.stroke();
      }
    });
  };
}
