import type { ReactNode } from 'react';
import { IconChevronRight } from './icon/arrow.tsx';
import css from './list.module.css';

export type ListProps = { children: ReactNode; label?: string; plain?: boolean };

/** Rows on one plate. `plain` leaves the plate out, when the list stands in a card or sheet already. */
export function List({ children, label, plain }: ListProps) {
  return (
    <ul className={css.list} aria-label={label} data-plain={plain ? '' : undefined}>
      {children}
    </ul>
  );
}

export type ListRowProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Icon, coin or avatar. */
  leading?: ReactNode;
  /** Amount or state at the end, with a second line under it. */
  trailing?: ReactNode;
  trailingNote?: ReactNode;
  /** A real link. */
  href?: string;
  onPress?: () => void;
  /** Default: shown when the row can be pressed. */
  chevron?: boolean;
  tone?: 'plain' | 'danger';
  /** A button of its own at the end, beside what the row itself does. */
  action?: ReactNode;
  /** Its detail stands beside the list. */
  current?: boolean;
};

/** One row: what it is on the left, how much on the right. */
export function ListRow(props: ListRowProps) {
  const { title, subtitle, leading, trailing, trailingNote, href, onPress, tone = 'plain', action } = props;
  const live = href !== undefined || onPress !== undefined;
  const inner = (
    <>
      {leading !== undefined && <span className={css.leading}>{leading}</span>}
      <span className={css.texts}>
        <span className={css.title}>{title}</span>
        {subtitle !== undefined && <span className={css.subtitle}>{subtitle}</span>}
      </span>
      {(trailing !== undefined || trailingNote !== undefined) && (
        <span className={css.trailing}>
          <span className={css.value}>{trailing}</span>
          {trailingNote !== undefined && <span className={css.subtitle}>{trailingNote}</span>}
        </span>
      )}
      {(props.chevron ?? live) && (
        <span className={css.chevron}>
          <IconChevronRight size={20} />
        </span>
      )}
    </>
  );
  const look = {
    className: css.row,
    'data-tone': tone,
    'data-live': live ? '' : undefined,
    'aria-current': props.current ? ('true' as const) : undefined,
  };
  return (
    <li className={css.item} data-action={action === undefined ? undefined : ''}>
      {href !== undefined ? (
        <a {...look} href={href} onClick={onPress}>
          {inner}
        </a>
      ) : onPress !== undefined ? (
        <button {...look} type="button" onClick={onPress}>
          {inner}
        </button>
      ) : (
        <div {...look}>{inner}</div>
      )}
      {action}
    </li>
  );
}
