import { Beside } from '../parts/beside.tsx';
import { loadTexts } from '../platform/i18n.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const BellLink = lazyPart(
  () => import('./bell-link.tsx').then((m) => m.BellLink),
  () => loadTexts(['news']),
);

/** Place of the bell, in its size: its code and its count come after the first picture. */
export function BellSlot() {
  return (
    <Beside waiting={<span style={{ width: 44 }} />}>
      <BellLink />
    </Beside>
  );
}
