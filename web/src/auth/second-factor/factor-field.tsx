import { lazy, Suspense } from 'react';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import type { Factor } from './use-factor.ts';

const Entry = lazy(async () => {
  const [module] = await Promise.all([import('./factor-entry.tsx'), loadTexts(['factor'])]);
  return { default: module.FactorEntry };
});

/** The code of the authenticator app, or a recovery code; nothing until the server asks for it. */
export function FactorField({ factor }: { factor: Factor }) {
  if (!factor.asked) return null;
  return (
    <Suspense fallback={<WaitingRows rows={1} coin={false} />}>
      <Entry factor={factor} />
    </Suspense>
  );
}
