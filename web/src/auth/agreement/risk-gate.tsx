import { lazy, Suspense } from 'react';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import type { TitleKey } from '../../platform/texts.ts';
import { Page } from '../../ui/page.tsx';
import { isCooling, isRiskDue } from './entry.ts';

const RiskRead = lazy(async () => {
  const [part] = await Promise.all([import('./risk-read.tsx'), loadTexts(['agreement', 'guard'])]);
  return { default: part.RiskRead };
});

/**
 * Whether money may not go in yet: the risk disclosure that is published now is not accepted, or the cooling-off of the member's
 * country lasts.
 */
export function useRiskDue(): boolean {
  const member = useMemberQuery().data;
  return member !== undefined && (isRiskDue(member) || isCooling(member));
}

/** What can be lost, to read and to accept, or until when one waits: on a page that has an exit besides. */
export function RiskPart() {
  return (
    <Suspense fallback={<WaitingRows coin={false} />}>
      <RiskRead />
    </Suspense>
  );
}

/** The same in place of a form that takes money. No exit has it. */
export function RiskGate({ title, parent }: { title: TitleKey; parent: string }) {
  return (
    <Page narrow nav={<BackBar title={title} parent={parent} />}>
      <RiskPart />
    </Page>
  );
}
