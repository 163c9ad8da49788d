import { loadTexts } from '../platform/i18n.ts';
import { lazyPart } from '../ui/lazy-part.ts';

/** FrozenNotice on pages where it seldom is: it comes when it is, with its texts. */
export const LateFrozenNotice = lazyPart(
  () => import('./frozen-notice.tsx').then((m) => m.FrozenNotice),
  () => loadTexts(['pay']),
);
