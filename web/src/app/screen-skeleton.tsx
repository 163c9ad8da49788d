import { useTexts } from '../platform/i18n.ts';
import { SkeletonCard, SkeletonRows } from '../ui/skeleton.tsx';
import css from './screen-skeleton.module.css';

/** Stands for any screen while its code comes: a card and some rows, in their later sizes; a quick one is never seen. */
export function ScreenSkeleton() {
  const t = useTexts('app');
  return (
    <div className={css.late}>
      <SkeletonCard label={t('loading')} />
      <SkeletonRows label={t('loading')} />
    </div>
  );
}
