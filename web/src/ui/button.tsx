import type { MouseEvent, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import { usePressOnce } from './use-press-once.ts';
import css from './button.module.css';

export type ButtonProps = {
  /** Says what will happen: "Send 40 USDT". */
  children: ReactNode;
  /** While the promise it returns is pending, the button is busy and cannot be pressed again. */
  onPress?: () => unknown;
  /** One primary per screen. Default `primary`. */
  tone?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** `large` fills the width (default); `small` is for rows and cards. Both keep a 44 px target. */
  size?: 'large' | 'small';
  busy?: boolean;
  /** Why it cannot be pressed now; written in the button in place of the label. */
  disabledReason?: string | undefined;
  icon?: ReactNode;
  type?: 'button' | 'submit';
  /** Id of the form a submit button belongs to, when it stands outside. */
  form?: string;
  /** Makes it a real link that looks like a button. */
  href?: string;
  /** The link leads out of the app: a new tab, which learns nothing of this one. */
  outside?: boolean;
};

/** The button: says what it does, explains why it cannot, spins on its own and is never pressed twice. */
export function Button(props: ButtonProps) {
  const {
    children,
    tone = 'primary',
    size = 'large',
    disabledReason,
    icon,
    type = 'button',
    form,
    href,
    outside,
  } = props;
  const [pending, press] = usePressOnce(props.onPress);
  const busy = pending || props.busy === true;
  const blocked = busy || disabledReason !== undefined;

  function onClick(event: MouseEvent) {
    // The second click of a double click is never a second request.
    if (blocked || event.detail > 1) {
      event.preventDefault();
      return;
    }
    press();
  }

  const inner = (
    <>
      {busy ? <Spinner /> : disabledReason === undefined && icon}
      <span>{disabledReason ?? children}</span>
    </>
  );
  const look = { className: css.button, 'data-tone': tone, 'data-size': size } as const;
  if (href !== undefined && !blocked) {
    return (
      <a
        {...look}
        {...(outside && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
        href={href}
        onClick={props.onPress && onClick}
      >
        {inner}
      </a>
    );
  }
  return (
    <button
      {...look}
      type={type}
      form={form}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      data-reason={disabledReason === undefined ? undefined : ''}
      onClick={onClick}
    >
      {inner}
    </button>
  );
}
