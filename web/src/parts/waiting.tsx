import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { Bone, Skeleton, SkeletonCard, SkeletonRows } from '../ui/skeleton.tsx';

/** Rows that are being fetched, in the size of what comes. */
export function WaitingRows({ rows, coin }: { rows?: number; coin?: boolean }) {
  return <SkeletonRows label={useTexts('app')('loading')} rows={rows} coin={coin} />;
}

/** A card that is being fetched. */
export function WaitingCard() {
  return <SkeletonCard label={useTexts('app')('loading')} />;
}

/** One line that is being fetched, in the place of a figure or a drawing. */
export function WaitingLine({ width }: { width?: 'half' }) {
  return (
    <Skeleton label={useTexts('app')('loading')} exact>
      <Bone width={width} size={40} />
    </Skeleton>
  );
}

/** Bones of one's own shape, in the size of what comes. */
export function WaitingBones({ children }: { children: ReactNode }) {
  return <Skeleton label={useTexts('app')('loading')}>{children}</Skeleton>;
}
