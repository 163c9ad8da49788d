import type { ReactNode } from 'react';
import css from './text-link.module.css';

export type TextLinkProps = { children: ReactNode; href?: string; onPress?: () => void; icon?: ReactNode };

/** A quiet action in a line of text: a link with `href`, else a button. */
export function TextLink({ children, href, onPress, icon }: TextLinkProps) {
  const inner = (
    <>
      {children}
      {icon}
    </>
  );
  if (href === undefined) {
    return (
      <button type="button" className={css.link} onClick={onPress}>
        {inner}
      </button>
    );
  }
  const outside = /^https?:/.test(href);
  return (
    <a
      className={css.link}
      href={href}
      onClick={onPress}
      target={outside ? '_blank' : undefined}
      rel={outside ? 'noopener noreferrer' : undefined}
    >
      {inner}
    </a>
  );
}
