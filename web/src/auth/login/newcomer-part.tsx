import { lazy, Suspense } from 'react';
import { loadTexts, useTexts } from '../../platform/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { NewcomerEntryProps } from './newcomer-entry.tsx';
import type { Newcomer } from './use-newcomer.ts';

/** What the form around has to know: what is still missing, and the values of the call when nothing is. */
export type NewcomerAnswer = Pick<Newcomer, 'missing' | 'values'>;

/** Until something was filled in. */
export const unanswered: NewcomerAnswer = { missing: 'inviteNeeded', values: undefined };

// Most who log in are known: rules, countries and agreements come only for somebody who is not.
const NewcomerEntry = lazy(async () => {
  const [module] = await Promise.all([import('./newcomer-entry.tsx'), loadTexts(['error:auth'])]);
  return { default: module.NewcomerEntry };
});

/** What somebody unknown adds to a login, so that it becomes a registration. */
export function NewcomerPart({ attempt, onAnswer }: NewcomerEntryProps) {
  const t = useTexts('auth');
  const app = useTexts('app');
  return (
    <>
      <Notice title={t('newcomerTitle')} live>
        {t('newcomerText')}
      </Notice>
      <Suspense fallback={<SkeletonRows label={app('loading')} rows={3} coin={false} />}>
        <NewcomerEntry attempt={attempt} onAnswer={onAnswer} />
      </Suspense>
    </>
  );
}
