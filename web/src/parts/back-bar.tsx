import type { ReactNode } from 'react';
import { back } from '../platform/history.ts';
import { useTexts, useTitle } from '../platform/i18n.ts';
import type { TitleKey } from '../platform/texts.ts';
import { NavBar } from '../ui/nav-bar.tsx';

/** The bar of a page below another one. `parent` is where back leads when one came here by a link from outside. */
export function BackBar({
  title,
  heading,
  parent,
  actions,
}: {
  title?: TitleKey;
  /** In place of `title`, where it is no fixed text: the name of a coin. */
  heading?: ReactNode;
  parent?: string;
  actions?: ReactNode;
}) {
  const app = useTexts('app');
  const titleOf = useTitle();
  return (
    <NavBar
      title={title === undefined ? heading : titleOf(title)}
      backLabel={app('back')}
      onBack={() => back(1, parent)}
      actions={actions}
    />
  );
}
