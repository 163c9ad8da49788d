import { lazy, Suspense } from 'react';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import type { TitleKey } from '../../platform/texts.ts';
import { Page } from '../../ui/page.tsx';

const RiskRead = lazy(async () => {
  const [part] = await Promise.all([import('./risk-read.tsx'), loadTexts(['agreement', 'guard'])]);
  return { default: part.RiskRead };
});

/** Whether the risk disclosure that is published now is not accepted yet: money goes in only after that. */
export function useRiskDue(): boolean {
  const due = useMemberQuery().data?.agreementsdue ?? '';
  return due.split(',').some((version) => version.startsWith('risk-'));
}

/** In place of a form that takes money: what can be lost, to read and to accept. Nothing here is in the way of an exit. */
export function RiskGate({ title, parent }: { title: TitleKey; parent: string }) {
  return (
    <Page narrow nav={<BackBar title={title} parent={parent} />}>
      <Suspense fallback={<WaitingRows coin={false} />}>
        <RiskRead />
      </Suspense>
    </Page>
  );
}
