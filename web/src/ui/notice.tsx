import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { IconClose } from './icon/arrow.tsx';
import { IconCheckCircle, IconFailed, IconInfo, IconWarning } from './icon/sign.tsx';
import css from './notice.module.css';

export type NoticeProps = {
  tone?: 'info' | 'good' | 'warn' | 'danger';
  title?: ReactNode;
  children?: ReactNode;
  /** What to do about it: a `TextLink` or a small button. */
  action?: ReactNode;
  /** It has just come up by itself: read out at once. */
  live?: boolean;
  dismissLabel?: string;
  onDismiss?: () => void;
};

const ICONS = { info: IconInfo, good: IconCheckCircle, warn: IconWarning, danger: IconFailed };

/** Something to know before going on; same size of text as the rest. */
export function Notice({
  tone = 'info',
  title,
  children,
  action,
  live,
  dismissLabel,
  onDismiss,
}: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      className={css.notice}
      data-tone={tone}
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <span className={css.icon}>
        <Icon size={20} />
      </span>
      <div className={css.texts}>
        {title !== undefined && <p className={css.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {action !== undefined && <div className={css.action}>{action}</div>}
      </div>
      {dismissLabel !== undefined && (
        <span className={css.dismiss}>
          <IconButton label={dismissLabel} icon={<IconClose size={20} />} onPress={onDismiss} />
        </span>
      )}
    </div>
  );
}
