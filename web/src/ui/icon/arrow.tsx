import { IconFrame } from './icon.tsx';
import type { IconProps } from './icon.tsx';

// Directions and disclosure.

export function IconBack(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M20 12H4M10.5 5.5 4 12l6.5 6.5" />
    </IconFrame>
  );
}

export function IconClose(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="m6 6 12 12M18 6 6 18" />
    </IconFrame>
  );
}

export function IconChevronRight(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />
    </IconFrame>
  );
}

export function IconChevronLeft(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M14.5 5.5 8 12l6.5 6.5" />
    </IconFrame>
  );
}

export function IconChevronDown(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="m5.5 9 6.5 6.5L18.5 9" />
    </IconFrame>
  );
}

export function IconChevronUp(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="m5.5 15 6.5-6.5 6.5 6.5" />
    </IconFrame>
  );
}

export function IconArrowUp(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 20V4M5.5 10.5 12 4l6.5 6.5" />
    </IconFrame>
  );
}

export function IconArrowDown(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 4v16M5.5 13.5 12 20l6.5-6.5" />
    </IconFrame>
  );
}

export function IconExternal(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M13.5 4.5h6v6M19.5 4.5 11 13M18 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V7.5A1.5 1.5 0 0 1 6 6h4" />
    </IconFrame>
  );
}

export function IconRefresh(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M19.5 5v4.5H15M19 9.5A7.75 7.75 0 1 0 19.7 13" />
    </IconFrame>
  );
}

export function IconMore(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M5.5 12v.01M12 12v.01M18.5 12v.01" strokeWidth="2.6" />
    </IconFrame>
  );
}

export function IconMenu(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </IconFrame>
  );
}
