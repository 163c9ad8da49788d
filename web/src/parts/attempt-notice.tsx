import { loadTexts } from '../platform/i18n.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Notice } from '../ui/notice.tsx';
import { Beside } from './beside.tsx';
import type { Attempt } from './use-attempt.ts';

const AppealLink = lazyPart(
  () => import('./appeal-link.tsx').then((m) => m.AppealLink),
  () => loadTexts(['guard']),
);

/** The problem of a try that belongs to no field; `shown` are the refusals that fields show themselves. */
export function AttemptNotice({ attempt, shown = [] }: { attempt: Attempt; shown?: readonly string[] }) {
  const { problem } = attempt;
  if (!problem || shown.includes(problem.reason)) return null;
  return (
    <Notice tone="danger" live>
      {problem.text}
      {typeof problem.ref === 'string' && (
        <Beside>
          {' '}
          <AppealLink told={problem.text} />
        </Beside>
      )}
    </Notice>
  );
}
