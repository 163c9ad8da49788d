import { Suspense } from 'react';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { RegistrantEntryProps } from './registrant-entry.tsx';
import type { Registrant } from './use-registrant.ts';

/** What the form around has to know: what is still missing, in words, and the values of the call when nothing is. */
export type RegistrantAnswer = Pick<Registrant, 'values'> & { missing: string | undefined };

/** Until the fields are there. */
export const unanswered: RegistrantAnswer = { missing: '…', values: undefined };

// Most who log in are known: rules, countries and agreements come only for somebody who is not.
const RegistrantEntry = lazyPart(
  () => import('./registrant-entry.tsx').then((m) => m.RegistrantEntry),
  () => loadTexts(['error:auth', 'register']),
);

/** What somebody unknown adds to a login, so that it becomes a registration. */
export function RegistrantPart({ attempt, onAnswer }: RegistrantEntryProps) {
  return (
    <Suspense fallback={<WaitingRows rows={3} coin={false} />}>
      <RegistrantEntry attempt={attempt} onAnswer={onAnswer} />
    </Suspense>
  );
}
