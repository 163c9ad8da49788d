import type { ReactNode } from 'react';
import css from './progress-ring.module.css';

export type ProgressRingProps = {
  /** From 0 to 1. */
  value: number;
  /** What is progressing. */
  label: string;
  /** CSS pixels. Default 64. */
  size?: number;
  tone?: 'accent' | 'warn';
  /** In the middle: "7/15". */
  children?: ReactNode;
};

/** A share of a whole as a ring. */
export function ProgressRing({ value, label, size = 64, tone = 'accent', children }: ProgressRingProps) {
  const share = Math.min(Math.max(value, 0), 1);
  return (
    <div
      className={css.ring}
      data-tone={tone}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native progress element cannot be drawn as a ring
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
    >
      <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
        <circle className={css.track} cx="32" cy="32" r="28" />
        <circle
          className={css.bar}
          cx="32"
          cy="32"
          r="28"
          pathLength={100}
          strokeDasharray={`${share * 100} 100`}
        />
      </svg>
      <span className={css.middle}>{children}</span>
    </div>
  );
}
