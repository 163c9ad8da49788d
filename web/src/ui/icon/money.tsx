import { IconFrame } from './icon.tsx';
import type { IconProps } from './icon.tsx';

// Money on the move.

export function IconSend(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M7 17 17.5 6.5M9 6.5h8.5V15" />
    </IconFrame>
  );
}

export function IconReceive(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M17.5 6.5 7 17M15.5 17H7V8.5" />
    </IconFrame>
  );
}

export function IconDeposit(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 3.5v11M7 9.5l5 5 5-5M4 15.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.5" />
    </IconFrame>
  );
}

export function IconWithdraw(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 14.5v-11M7 8.5l5-5 5 5M4 15.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.5" />
    </IconFrame>
  );
}

export function IconTransfer(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M15.5 4.5 19.5 8.5l-4 4M19.5 8.5H6M8.5 11.5l-4 4 4 4M4.5 15.5H18" />
    </IconFrame>
  );
}

export function IconReceipt(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M6 3.5h12v17l-2.4-1.7-1.8 1.7-1.8-1.7-1.8 1.7-1.8-1.7L6 20.5zM9.5 8.5h5M9.5 12.5h5" />
    </IconFrame>
  );
}

export function IconBank(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 9.5 12 4l8 5.5zM6 10v7M10 10v7M14 10v7M18 10v7M4 20h16" />
    </IconFrame>
  );
}

export function IconChart(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4 4.5V18a1.5 1.5 0 0 0 1.5 1.5H20M8 14.5l3.5-4 3 2.5L19 7.5" />
    </IconFrame>
  );
}

export function IconPool(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 3.5c3 3.6 5 6.2 5 8.7a5 5 0 0 1-10 0c0-2.5 2-5.1 5-8.7zM4 20c1.3-1 2.7-1 4 0s2.7 1 4 0 2.7-1 4 0 2.7 1 4 0" />
    </IconFrame>
  );
}

export function IconMint(props: IconProps) {
  return (
    <IconFrame {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 8v8M8 12h8" />
    </IconFrame>
  );
}

export function IconGift(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4.5 11.5h15V19a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zM3.5 8h17v3.5h-17zM12 8v12M12 8c-2.5 0-4.5-.8-4.5-2.5S10.5 3.5 12 8c1.5-4.5 4.5-4.2 4.5-2.5S14.5 8 12 8z" />
    </IconFrame>
  );
}
