import { Typography } from 'antd';
import type { ReactNode } from 'react';
import style from './screen.module.css';

type Props = {
  title: string;
  /** What narrows the screen down: searches, filters. */ tools?: ReactNode;
  children: ReactNode;
};

/** The frame of every screen: its title, its tools, and what it shows below. */
export function Screen({ title, tools, children }: Props) {
  return (
    <section className={style.screen}>
      <div className={style.head}>
        <Typography.Title level={2}>{title}</Typography.Title>
        {tools && <div className={style.tools}>{tools}</div>}
      </div>
      {children}
    </section>
  );
}
