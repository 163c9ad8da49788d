import type { ReactNode } from 'react';
import { usePressOnce } from './use-press-once.ts';
import css from './icon-button.module.css';

export type IconButtonProps = {
  /** What it does; read by screen readers and shown on hover. */
  label: string;
  icon: ReactNode;
  onPress?: () => unknown;
  href?: string;
  /** For a button that stays on or off. */
  pressed?: boolean;
  /** A dot: something new waits there. Say so in `label`, too. */
  dot?: boolean;
  disabled?: boolean;
};

/** A round button with an icon only, 44 px. */
export function IconButton({ label, icon, onPress, href, pressed, dot, disabled }: IconButtonProps) {
  const [pending, press] = usePressOnce(onPress);
  const look = { className: css.button, 'aria-label': label, title: label, 'data-dot': dot ? '' : undefined };
  if (href !== undefined) {
    return (
      <a {...look} href={href} onClick={onPress && press}>
        {icon}
      </a>
    );
  }
  return (
    <button
      {...look}
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      aria-busy={pending || undefined}
      onClick={press}
    >
      {icon}
    </button>
  );
}
