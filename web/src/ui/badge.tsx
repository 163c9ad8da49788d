import type { ReactNode } from 'react';
import css from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'danger';

/** A short word on a tinted chip. */
export function Badge({
  children,
  tone = 'neutral',
  icon,
}: {
  children: ReactNode;
  tone?: Tone;
  icon?: ReactNode;
}) {
  return (
    <span className={css.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
