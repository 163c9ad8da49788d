import css from './bar-chart.module.css';

export type Bar = { key: string; value: number };

export type BarChartProps = {
  /** Oldest first. Only their shape is drawn; the figures stand beside it in words or in a table. */
  bars: readonly Bar[];
  /** What it shows, in words. */
  label: string;
  height?: number;
};

const WIDTH = 640;
/** A bar that is there is seen, however small. */
const LEAST = 2;

/** Bars from one line: above it what came, below it what was taken off again. */
export function BarChart({ bars, label, height = 160 }: BarChartProps) {
  const high = Math.max(0, ...bars.map(({ value }) => value));
  const low = Math.min(0, ...bars.map(({ value }) => value));
  const span = high - low || 1;
  const step = WIDTH / Math.max(bars.length, 1);
  const gap = Math.min(step * 0.3, 6);
  const zero = 4 + (high / span) * (height - 8);
  return (
    <svg
      className={css.chart}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, an img would need a file
      role="img"
      aria-label={label}
    >
      {bars.map(({ key, value }, at) => {
        if (value === 0) return null;
        const length = Math.max((Math.abs(value) / span) * (height - 8), LEAST);
        return (
          <rect
            key={key}
            className={css.bar}
            data-below={value < 0 ? '' : undefined}
            x={at * step + gap / 2}
            y={value < 0 ? zero : zero - length}
            width={step - gap}
            height={length}
            rx={Math.min(3, (step - gap) / 2)}
          />
        );
      })}
      <line className={css.zero} x1="0" x2={WIDTH} y1={zero} y2={zero} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
