import type { ReactNode } from 'react';

/** `size` in CSS pixels (24). Without `label` the icon is decoration and hidden from screen readers. */
export type IconProps = { size?: number; label?: string };

type FrameProps = IconProps & { children: ReactNode };

/** The frame of the family: 24 units, outlined, 1.75 px strokes at every size, the colour of the text around. */
export function IconFrame({ size = 24, label, children }: FrameProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={42 / size}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      {children}
    </svg>
  );
}
