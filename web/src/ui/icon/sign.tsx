import { IconFrame } from './icon.tsx';
import type { IconProps } from './icon.tsx';

// State and notice.

export function IconCheck(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </IconFrame>
  );
}

export function IconCheckCircle(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m8.25 12.25 2.5 2.5 5-5" />
    </IconFrame>
  );
}

export function IconWarning(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M10.7 4.75 3.35 17.5A1.5 1.5 0 0 0 4.65 19.75h14.7a1.5 1.5 0 0 0 1.3-2.25L13.3 4.75a1.5 1.5 0 0 0-2.6 0zM12 9.5v4M12 16.5v.01" />
    </IconFrame>
  );
}

export function IconInfo(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11.25V16M12 8v.01" />
    </IconFrame>
  );
}

export function IconFailed(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m9.25 9.25 5.5 5.5M14.75 9.25l-5.5 5.5" />
    </IconFrame>
  );
}

export function IconClock(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </IconFrame>
  );
}

export function IconHistory(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 5v4.5h4.5M4.5 9.5A8 8 0 1 1 4 13M12 8v4.25l3 1.75" />
    </IconFrame>
  );
}

export function IconOffline(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 4l16 16M8.5 15.2a5 5 0 0 1 6.2-.6M5.5 12a9.3 9.3 0 0 1 4-2.3M13.5 9.3a9.3 9.3 0 0 1 5 2.7M3 8.7a13 13 0 0 1 3.5-2.3M10.5 5.1A13 13 0 0 1 21 8.7M12 18.5v.01" />
    </IconFrame>
  );
}

export function IconStar(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="m12 4 2.4 5 5.4.7-4 3.8 1 5.4-4.8-2.7-4.8 2.7 1-5.4-4-3.8 5.4-.7z" />
    </IconFrame>
  );
}

export function IconPicture(props: IconProps) {
  return (
    <IconFrame {...props}>
      <rect x="4" y="5" width="16" height="14" rx="2.5" />
      <path d="m4.5 16.5 4.5-4.5 3.5 3.5 2.5-2.5 4.5 4.5" />
      <circle cx="15" cy="9" r="1.25" />
    </IconFrame>
  );
}

export function IconBell(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />
    </IconFrame>
  );
}

export function IconPause(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M9 6.5v11M15 6.5v11" />
    </IconFrame>
  );
}

export function IconPlay(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M8.5 6.5v11l9-5.5z" />
    </IconFrame>
  );
}
