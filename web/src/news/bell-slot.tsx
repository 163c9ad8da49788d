import { lazy, Suspense } from 'react';
import { loadTexts } from '../platform/i18n.ts';

const BellLink = lazy(async () => {
  const [part] = await Promise.all([import('./bell-link.tsx'), loadTexts(['news'])]);
  return { default: part.BellLink };
});

/** Place of the bell, in its size: its code and its count come after the first picture. */
export function BellSlot() {
  return (
    <Suspense fallback={<span style={{ width: 44 }} />}>
      <BellLink />
    </Suspense>
  );
}
