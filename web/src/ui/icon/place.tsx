import { IconFrame } from './icon.tsx';
import type { IconProps } from './icon.tsx';

// Places of the app: tabs and menus.

export function IconHome(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z" />
      <path d="M9.5 20v-5.5h5V20" />
    </IconFrame>
  );
}

export function IconSwap(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M7 4 3.5 7.5 7 11M3.5 7.5H17M17 13l3.5 3.5L17 20M20.5 16.5H7" />
    </IconFrame>
  );
}

export function IconActivity(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 9h16M8 3.5v3M16 3.5v3" />
      <rect x="4" y="5" width="16" height="15" rx="2.5" />
      <path d="m9 14.5 2 2 4-4" />
    </IconFrame>
  );
}

export function IconTeam(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="9" cy="8.5" r="3.25" />
      <path d="M3.5 19c.4-3.2 2.6-5 5.5-5s5.1 1.8 5.5 5M15.5 5.6a3.25 3.25 0 0 1 0 5.8M17 14.3c2 .6 3.3 2.3 3.5 4.7" />
    </IconFrame>
  );
}

export function IconWallet(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M18.5 8V6a1.5 1.5 0 0 0-1.5-1.5H6A2.5 2.5 0 0 0 3.5 7v10A2.5 2.5 0 0 0 6 19.5h12.5A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H5.5" />
      <circle cx="16" cy="13.75" r=".5" fill="currentColor" />
    </IconFrame>
  );
}

export function IconUser(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="8" r="3.75" />
      <path d="M4.5 20c.6-3.9 3.6-6 7.5-6s6.9 2.1 7.5 6" />
    </IconFrame>
  );
}

export function IconBell(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M6 10a6 6 0 0 1 12 0c0 4 1.5 5.5 2 6.5H4c.5-1 2-2.5 2-6.5zM10 19.5a2.2 2.2 0 0 0 4 0" />
    </IconFrame>
  );
}

export function IconSettings(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2.25" />
      <circle cx="9" cy="17" r="2.25" />
    </IconFrame>
  );
}

export function IconNews(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 5.5h12.5V18a1.5 1.5 0 0 0 1.5 1.5H5.5A1.5 1.5 0 0 1 4 18zM16.5 9H20v9a1.5 1.5 0 0 1-3 0M7.5 9.5H13M7.5 13H13M7.5 16h3" />
    </IconFrame>
  );
}

export function IconMall(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M5.5 8h13l1 11.5h-15zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3" />
    </IconFrame>
  );
}

export function IconHelp(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.75 9.5a2.3 2.3 0 1 1 3.3 2.1c-.7.4-1.05.8-1.05 1.65" />
      <path d="M12 16.3v.01" />
    </IconFrame>
  );
}

export function IconCart(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M3.5 5h2.2l2.4 9.5h9.7l2-7H6.5" />
      <circle cx="9.25" cy="18.5" r="1.25" />
      <circle cx="16.75" cy="18.5" r="1.25" />
    </IconFrame>
  );
}
