import { lazy, Suspense } from 'react';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';

const MineOrders = lazy(async () => {
  const [part] = await Promise.all([import('./mine-orders.tsx'), loadTexts(['order'])]);
  return { default: part.MineOrders };
});

/** The part of another page that leads to orders, with texts of its own: fetched when that page is shown. */
export function MineOrdersSlot() {
  return (
    <Suspense fallback={<WaitingRows rows={1} coin={false} />}>
      <MineOrders />
    </Suspense>
  );
}
