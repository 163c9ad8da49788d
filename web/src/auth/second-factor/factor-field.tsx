import { Suspense } from 'react';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { Factor } from './use-factor.ts';

const Entry = lazyPart(
  () => import('./factor-entry.tsx').then((m) => m.FactorEntry),
  () => loadTexts(['factor']),
);

/** The code of the authenticator app, or a recovery code; nothing until the server asks for it. */
export function FactorField({ factor }: { factor: Factor }) {
  if (!factor.asked) return null;
  return (
    <Suspense fallback={<WaitingRows rows={1} coin={false} />}>
      <Entry factor={factor} />
    </Suspense>
  );
}
