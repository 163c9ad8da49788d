import type { ReactNode } from 'react';
import css from './drawing.module.css';

/** What the drawing is about. All of them share the waterline of the mark. */
export type DrawingKind =
  | 'water'
  | 'records'
  | 'people'
  | 'search'
  | 'offline'
  | 'done'
  | 'locked'
  | 'failed';

const WATER = <path d="M8 74h22M38 74h44M90 74h22M24 84h18M50 84h30M88 84h10" />;

const SUBJECTS: Record<DrawingKind, ReactNode> = {
  water: <path className={css.fill} d="M36 74a24 24 0 0 1 48 0z" />,
  records: (
    <>
      <path className={css.fill} d="M42 74V24a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v50z" />
      <path d="M51 34h18M51 44h18M51 54h10" />
    </>
  ),
  people: (
    <>
      <path className={css.fill} d="M28 74c1-12 8-19 18-19s17 7 18 19z" />
      <circle className={css.fill} cx="46" cy="41" r="9" />
      <path d="M72 74c-.5-7 -2-12-5-16 2-1.6 4.6-2.5 7.5-2.5 9 0 15 7 16.5 18.5" />
      <circle cx="75" cy="44" r="7.5" />
    </>
  ),
  search: (
    <>
      <circle className={css.fill} cx="54" cy="42" r="20" />
      <path d="m68.5 56.5 17.5 17.5M45 40a10 10 0 0 1 8-8" />
    </>
  ),
  offline: (
    <>
      <path className={css.fill} d="M40 66a10 10 0 0 1 1-19.9 17 17 0 0 1 33-2.1 11.5 11.5 0 0 1 6 22z" />
      <path d="M84 30 36 72" />
    </>
  ),
  done: (
    <>
      <path className={css.fill} d="M36 74a24 24 0 0 1 48 0z" />
      <path d="m50 62 8 7 14-15M60 40v-8M83 50l6-6M37 50l-6-6" />
    </>
  ),
  locked: (
    <>
      <path className={css.fill} d="M40 74V52a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v22z" />
      <path d="M48 48v-8a12 12 0 0 1 24 0v8M60 58v6" />
    </>
  ),
  failed: (
    <>
      <path className={css.fill} d="M36 74a24 24 0 0 1 48 0z" />
      <path d="M54 58l12 12M66 58 54 70" />
    </>
  ),
};

/** A small line drawing for empty pages and results. Decoration. */
export function Drawing({ kind }: { kind: DrawingKind }) {
  return (
    <svg
      className={css.drawing}
      width="120"
      height="96"
      viewBox="0 0 120 96"
      aria-hidden="true"
      focusable="false"
    >
      {SUBJECTS[kind]}
      {WATER}
    </svg>
  );
}
