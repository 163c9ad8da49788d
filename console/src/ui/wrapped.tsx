import type { ReactNode } from 'react';
import style from './wrapped.module.css';

/** Long text in a table whose other cells keep their width. */
export function Wrapped({ children }: { children: ReactNode }) {
  return <div className={style.wrapped}>{children}</div>;
}
