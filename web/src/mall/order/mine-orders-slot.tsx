import { Beside } from '../../parts/beside.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const MineOrders = lazyPart(
  () => import('./mine-orders.tsx').then((m) => m.MineOrders),
  () => loadTexts(['order']),
);

/** The part of another page that leads to orders, with texts of its own: fetched when that page is shown. */
export function MineOrdersSlot() {
  return (
    <Beside waiting={<WaitingRows rows={1} coin={false} />}>
      <MineOrders />
    </Beside>
  );
}
