import { Notice } from '../ui/notice.tsx';
import type { Attempt } from './use-attempt.ts';

/** The problem of a try that belongs to no field; `shown` are the refusals that fields show themselves. */
export function AttemptNotice({ attempt, shown = [] }: { attempt: Attempt; shown?: readonly string[] }) {
  const { problem } = attempt;
  if (!problem || shown.includes(problem.reason)) return null;
  return (
    <Notice tone="danger" live>
      {problem.text}
    </Notice>
  );
}
