import { lazy, Suspense } from 'react';
import { loadTexts, useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import type { Attempt } from './use-attempt.ts';
import type { Newcomer } from './use-newcomer.ts';

// Most who log in are known: the list of countries and the agreements come only for somebody who is not.
const NewcomerFields = lazy(async () => {
  const [module] = await Promise.all([import('./newcomer-fields.tsx'), loadTexts(['error:auth'])]);
  return { default: module.NewcomerFields };
});

/** What somebody unknown adds to a login, so that it becomes a registration. */
export function NewcomerPart({ newcomer, attempt }: { newcomer: Newcomer; attempt: Attempt }) {
  const t = useTexts('auth');
  const app = useTexts('app');
  return (
    <>
      <Notice title={t('newcomerTitle')} live>
        {t('newcomerText')}
      </Notice>
      <Suspense fallback={<SkeletonRows label={app('loading')} rows={3} coin={false} />}>
        <NewcomerFields newcomer={newcomer} attempt={attempt} />
      </Suspense>
    </>
  );
}
