import css from './segments.module.css';

export type SegmentsProps = {
  /** How many are filled. */
  done: number;
  all: number;
  tone?: 'accent' | 'danger' | 'warn' | 'good';
};

/** A line of equal parts, some of them filled. It says nothing by itself: the words stand beside it. */
export function Segments({ done, all, tone = 'accent' }: SegmentsProps) {
  return (
    <span className={css.line} data-tone={tone} aria-hidden="true">
      {Array.from({ length: all }, (_, at) => (
        <span key={at} className={css.part} data-done={at < done ? '' : undefined} />
      ))}
    </span>
  );
}
