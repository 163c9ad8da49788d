import css from './sparkline.module.css';

export type SparklineProps = {
  /** Evenly spaced values, oldest first; only their shape is drawn, no figure is read from it. */
  values: readonly number[];
  /** What it shows, in words. */
  label: string;
  tone?: 'up' | 'down' | 'accent';
  height?: number;
};

const WIDTH = 240;

/** A small line without axes: the shape of a day. */
export function Sparkline({ values, label, tone = 'accent', height = 56 }: SparklineProps) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => {
    const rise = span === 0 ? 0.5 : (value - low) / span;
    return `${(index * step).toFixed(1)} ${(height - 4 - rise * (height - 8)).toFixed(1)}`;
  });
  return (
    <svg
      className={css.chart}
      data-tone={tone}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, an img would need a file
      role="img"
      aria-label={label}
    >
      {points.length > 1 && (
        <>
          <path className={css.area} d={`M0 ${height}L${points.join('L')}L${WIDTH} ${height}z`} />
          <path className={css.line} d={`M${points.join('L')}`} vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  );
}
