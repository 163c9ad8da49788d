import { IconFrame } from './icon.tsx';
import type { IconProps } from './icon.tsx';

// Safety, devices and ways to be reached.

export function IconLock(props: IconProps) {
  return (
    <IconFrame {...props}>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
      <path d="M8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3M12 14.5v1.75" />
    </IconFrame>
  );
}

export function IconUnlock(props: IconProps) {
  return (
    <IconFrame {...props}>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
      <path d="M8.5 10.5V7.5a3.5 3.5 0 0 1 6.8-1.2M12 14.5v1.75" />
    </IconFrame>
  );
}

export function IconKey(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="8" cy="15.5" r="4" />
      <path d="M11 12.5 19.5 4M16 7.5l2.75 2.75M13.5 10l1.75 1.75" />
    </IconFrame>
  );
}

export function IconShield(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 3.5 19 6v5.5c0 4.3-2.8 7.3-7 9-4.2-1.7-7-4.7-7-9V6zM9 11.75l2.25 2.25L15.25 10" />
    </IconFrame>
  );
}

export function IconDevice(props: IconProps) {
  return (
    <IconFrame {...props}>
      <rect x="7" y="3.5" width="10" height="17" rx="2" />
      <path d="M11 17.5h2" />
    </IconFrame>
  );
}

export function IconMail(props: IconProps) {
  return (
    <IconFrame {...props}>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="m4 7.5 8 6 8-6" />
    </IconFrame>
  );
}

export function IconPhone(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M8.5 4H5.75A1.75 1.75 0 0 0 4 5.85C4.6 13.5 10.5 19.4 18.15 20A1.75 1.75 0 0 0 20 18.25V15.5l-4-1.5-1.8 2a12 12 0 0 1-6.2-6.2L10 8z" />
    </IconFrame>
  );
}

export function IconGlobe(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.5 2.4 3.7 5.2 3.7 8.5s-1.2 6.1-3.7 8.5c-2.5-2.4-3.7-5.2-3.7-8.5S9.5 5.9 12 3.5z" />
    </IconFrame>
  );
}

export function IconSun(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="12" r="3.75" />
      <path d="M12 3v1.75M12 19.25V21M3 12h1.75M19.25 12H21M5.65 5.65l1.2 1.2M17.15 17.15l1.2 1.2M5.65 18.35l1.2-1.2M17.15 6.85l1.2-1.2" />
    </IconFrame>
  );
}

export function IconMoon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M20 14.2A8.25 8.25 0 0 1 9.8 4a8.25 8.25 0 1 0 10.2 10.2z" />
    </IconFrame>
  );
}

export function IconFace(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M9 9v1.25M15 9v1.25M12.25 9v3.25h-1M9 15.25a4.5 4.5 0 0 0 6 0" />
    </IconFrame>
  );
}

export function IconFingerprint(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M6 18c1-1.8 1.5-3.8 1.5-6a4.5 4.5 0 0 1 9 0c0 1.2-.1 2.3-.3 3.4M12 12c0 3-.7 5.7-2 8M15.5 18.5c-.2.6-.4 1.2-.7 1.75M4.5 14c.3-.65.4-1.3.4-2A7.1 7.1 0 0 1 16 6.2M18.2 8.5c.6 1.05.9 2.2.9 3.5 0 1.3-.1 2.5-.3 3.7" />
    </IconFrame>
  );
}

export function IconPin(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 20.5c4-4 6-7.2 6-10a6 6 0 0 0-12 0c0 2.8 2 6 6 10z" />
      <circle cx="12" cy="10.5" r="2.25" />
    </IconFrame>
  );
}
