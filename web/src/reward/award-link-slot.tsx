import { lazy, Suspense } from 'react';
import { WaitingRows } from '../parts/waiting.tsx';
import { loadTexts } from '../platform/i18n.ts';
import { firstPicture } from '../platform/idle.ts';

const AwardLink = lazy(async () => {
  await firstPicture;
  const [part] = await Promise.all([import('./award-link.tsx'), loadTexts(['award'])]);
  return { default: part.AwardLink };
});

/** The row that leads to rewards, in a list of another page, with texts of its own: fetched when that page stands. */
export function AwardLinkSlot() {
  return (
    <Suspense
      fallback={
        <li>
          <WaitingRows rows={1} coin={false} />
        </li>
      }
    >
      <AwardLink />
    </Suspense>
  );
}
