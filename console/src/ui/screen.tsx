import type { ReactNode } from 'react';
import style from './screen.module.css';

type Props = {
  title: string;
  /** What narrows the screen down: searches, filters. */
  tools?: ReactNode;
  /** Of the heading; 3 for a part of a page. */
  level?: 2 | 3;
  children: ReactNode;
};

/** The frame of every screen: its title, its tools, and what it shows below. */
export function Screen({ title, tools, level = 2, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={style.screen}>
      <div className={style.head}>
        <Heading>{title}</Heading>
        {tools && <div className={style.tools}>{tools}</div>}
      </div>
      {children}
    </section>
  );
}
