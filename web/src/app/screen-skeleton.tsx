import { useTexts } from '../platform/i18n.ts';
import { SkeletonCard, SkeletonRows } from '../ui/skeleton.tsx';

/** Stands for any screen while its code comes: a card and some rows, in their later sizes. */
export function ScreenSkeleton() {
  const t = useTexts('app');
  return (
    <>
      <SkeletonCard label={t('loading')} />
      <SkeletonRows label={t('loading')} />
    </>
  );
}
