import type { ReactNode } from 'react';
import { Spoken } from './spoken.tsx';
import css from './skeleton.module.css';

export type BoneProps = {
  /** Width of the text that comes: a share of the row, or the whole of it. */
  width?: 'quarter' | 'half' | 'most' | 'full';
  /** Height of the text that comes: the type size, or a round coin mark. */
  size?: 12 | 14 | 16 | 20 | 28 | 40 | 'coin';
};

/** One grey piece with the size of what comes. */
export function Bone({ width = 'full', size = 16 }: BoneProps) {
  return <span className={css.bone} data-width={width} data-size={size} />;
}

/**
 * Holds the bones of a part of a page and says once that it is loading. What stands below waits for it, too (page.module.css), but for
 * an `exact` one, which is as high as what comes.
 */
export function Skeleton({
  label,
  exact,
  children,
}: {
  label: string;
  exact?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={css.skeleton} aria-live="polite" aria-busy="true" data-waiting={exact ? undefined : ''}>
      <Spoken>{label}</Spoken>
      {children}
    </div>
  );
}

/** Rows of a list that is loading. */
export function SkeletonRows({
  label,
  rows = 4,
  coin = true,
}: {
  label: string;
  rows?: number;
  coin?: boolean;
}) {
  return (
    <Skeleton label={label}>
      <div className={css.list}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className={css.row}>
            {coin && <Bone size="coin" />}
            <div className={css.texts}>
              <Bone width="half" />
              <Bone width="quarter" size={14} />
            </div>
            <div className={css.value}>
              <Bone />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

/** A card that is loading: label, big figure, line. */
export function SkeletonCard({ label }: { label: string }) {
  return (
    <Skeleton label={label}>
      <div className={css.card}>
        <Bone width="quarter" size={14} />
        <Bone width="half" size={40} />
        <Bone width="most" size={14} />
      </div>
    </Skeleton>
  );
}
