import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { PAGE_FORM } from './page-action.tsx';
import css from './page.module.css';

export type PageProps = {
  children: ReactNode;
  /** The `NavBar`. */
  nav?: ReactNode;
  /** Second column from 1024 px (detail beside list, chart beside form); under the first one before that. */
  aside?: ReactNode;
  /** Which column leads on wide screens. Default `even`. */
  columns?: 'even' | 'wide-first';
  /** The action bar: stays at the bottom, over the tab bar. */
  footer?: ReactNode;
  /** The tab bar is shown: leaves room for it. */
  tabs?: boolean;
  /** One narrow column on wide screens, under the title: forms, results; `middle` where no title leads: login. */
  narrow?: boolean | 'middle';
};

/** What stands under the bar of every page for a while: the line of a way that leads through several of them. */
export const PageTop = createContext<ReactNode>(null);

/** A page: at most 900 px wide, safe areas kept, one column on phones and up to two from 1024 px. */
export function Page({ children, nav, aside, columns = 'even', footer, tabs, narrow }: PageProps) {
  return (
    <div
      className={css.page}
      data-tabs={tabs ? '' : undefined}
      data-narrow={narrow === true ? 'start' : narrow || undefined}
    >
      <div className={css.width}>
        {nav}
        {useContext(PageTop)}
        <form id={PAGE_FORM} hidden onSubmit={(event) => event.preventDefault()} />
        <main className={css.main}>
          <div className={css.columns} data-columns={aside === undefined ? undefined : columns}>
            <div className={css.column}>{children}</div>
            {aside !== undefined && <div className={css.column}>{aside}</div>}
          </div>
          {footer !== undefined && <div className={css.footer}>{footer}</div>}
        </main>
      </div>
    </div>
  );
}

/** Things under one another with the rhythm of the page; `gap` in 4 px steps. */
export function Stack({ children, gap = 4 }: { children: ReactNode; gap?: 1 | 2 | 3 | 4 | 6 | 8 }) {
  return (
    <div className={css.stack} data-gap={gap}>
      {children}
    </div>
  );
}
