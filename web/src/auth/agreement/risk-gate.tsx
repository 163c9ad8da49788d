import { Suspense } from 'react';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { isCooling, isRiskDue } from './entry.ts';

const RiskRead = lazyPart(
  () => import('./risk-read.tsx').then((m) => m.RiskRead),
  () => loadTexts(['agreement', 'guard']),
);

/**
 * Whether money may not go in yet: the risk disclosure that is published now is not accepted, or the cooling-off of the member's
 * country lasts.
 */
export function useRiskDue(): boolean {
  const member = useMemberQuery().data;
  return member !== undefined && (isRiskDue(member) || isCooling(member));
}

/**
 * What can be lost, to read and to accept, or until when one waits: in place of the way in only. No exit has it, and what is on
 * its way already stays in sight beside it.
 */
export function RiskPart() {
  return (
    <Suspense fallback={<WaitingRows coin={false} />}>
      <RiskRead />
    </Suspense>
  );
}
