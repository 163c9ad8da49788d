import { IconFrame } from './icon.tsx';
import type { IconProps } from './icon.tsx';

// Things to do.

export function IconCopy(props: IconProps) {
  return (
    <IconFrame {...props}>
      <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
      <path d="M15.5 8.5V6.5a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
    </IconFrame>
  );
}

export function IconQr(props: IconProps) {
  return (
    <IconFrame {...props}>
      <rect x="4" y="4" width="6" height="6" rx="1" />
      <rect x="14" y="4" width="6" height="6" rx="1" />
      <rect x="4" y="14" width="6" height="6" rx="1" />
      <path d="M14 14h2.5v2.5H14zM20 14v2M20 20h-2.5M14 20v.01M17.5 17.5v.01" />
    </IconFrame>
  );
}

export function IconScan(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M4 12h16" />
    </IconFrame>
  );
}

export function IconShare(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 14.5V3.5M8 7l4-3.5L16 7M7.5 10.5H6A1.5 1.5 0 0 0 4.5 12v7A1.5 1.5 0 0 0 6 20.5h12a1.5 1.5 0 0 0 1.5-1.5v-7a1.5 1.5 0 0 0-1.5-1.5h-1.5" />
    </IconFrame>
  );
}

export function IconSearch(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4 4" />
    </IconFrame>
  );
}

export function IconFilter(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 6.5h16M7 12h10M10 17.5h4" />
    </IconFrame>
  );
}

export function IconDownload(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19.5h14" />
    </IconFrame>
  );
}

export function IconPlus(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 5v14M5 12h14" />
    </IconFrame>
  );
}

export function IconMinus(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M5 12h14" />
    </IconFrame>
  );
}

export function IconTrash(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4.5 6.5h15M9 6.5v-2h6v2M6.5 6.5l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12M10 10.5v5.5M14 10.5v5.5" />
    </IconFrame>
  );
}

export function IconEdit(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4.5 19.5l.8-4L15.5 5.3a1.9 1.9 0 0 1 2.7 0l.5.5a1.9 1.9 0 0 1 0 2.7L8.5 18.7zM13.5 7.3l3.2 3.2" />
    </IconFrame>
  );
}

export function IconCamera(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 8.5A1.5 1.5 0 0 1 5.5 7h2.3l1.4-2.5h5.6L16.2 7h2.3A1.5 1.5 0 0 1 20 8.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18z" />
      <circle cx="12" cy="13" r="3.5" />
    </IconFrame>
  );
}

export function IconEye(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M2.75 12C4.5 8.25 7.9 5.75 12 5.75S19.5 8.25 21.25 12c-1.75 3.75-5.15 6.25-9.25 6.25S4.5 15.75 2.75 12z" />
      <circle cx="12" cy="12" r="2.75" />
    </IconFrame>
  );
}

export function IconEyeOff(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 4l16 16M9.8 6a9.3 9.3 0 0 1 2.2-.25c4.1 0 7.5 2.5 9.25 6.25a11 11 0 0 1-2.6 3.5M6.4 7.7A11.2 11.2 0 0 0 2.75 12c1.75 3.75 5.15 6.25 9.25 6.25a9.6 9.6 0 0 0 4.3-1M10 10.1a2.75 2.75 0 0 0 3.9 3.9" />
    </IconFrame>
  );
}

export function IconBackspace(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M8.5 5.5H19A1.5 1.5 0 0 1 20.5 7v10a1.5 1.5 0 0 1-1.5 1.5H8.5L3 12zM11.5 9.5l5 5M16.5 9.5l-5 5" />
    </IconFrame>
  );
}

export function IconLogout(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5" />
    </IconFrame>
  );
}

export function IconHeart(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 19.5C7 15.9 4 13 4 9.4A4.1 4.1 0 0 1 8.2 5.2c1.6 0 3 .9 3.8 2.3.8-1.4 2.2-2.3 3.8-2.3A4.1 4.1 0 0 1 20 9.4c0 3.6-3 6.5-8 10.1z" />
    </IconFrame>
  );
}
