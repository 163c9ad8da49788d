import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { IconBack } from './icon/arrow.tsx';
import css from './nav-bar.module.css';

export type NavBarProps = {
  title: ReactNode;
  /** Something of one's own in place of the back button (avatar, mark). */
  leading?: ReactNode;
  backLabel?: string;
  onBack?: () => void;
  /** Where back leads when there is no history: a real link. */
  backHref?: string;
  /** Icon buttons at the end. */
  actions?: ReactNode;
  /** Big left-aligned title for the first page of a tab. */
  large?: boolean;
};

/** The bar at the top of a page: back, title (the page's h1), actions. */
export function NavBar({ title, leading, backLabel, onBack, backHref, actions, large }: NavBarProps) {
  const back = backLabel !== undefined && (onBack !== undefined || backHref !== undefined);
  return (
    <header className={css.bar} data-large={large ? '' : undefined}>
      <div className={css.side}>
        {leading ??
          (back && (
            <IconButton
              label={backLabel}
              icon={<IconBack />}
              onPress={onBack}
              href={onBack ? undefined : backHref}
            />
          ))}
      </div>
      <h1 className={css.title}>{title}</h1>
      <div className={css.side} data-end="">
        {actions}
      </div>
    </header>
  );
}
