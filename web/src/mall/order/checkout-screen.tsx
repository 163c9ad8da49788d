import { Loaded } from '../../parts/loaded.tsx';
import { WaitingCard, WaitingRows } from '../../parts/waiting.tsx';
import { useLocation } from '../../platform/history.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutGone } from './checkout-gone.tsx';
import { readWanted } from './checkout-link.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { unanswered } from './create-order.ts';
import { useWanted } from './use-wanted.ts';
import type { WantedLine } from './use-wanted.ts';

/** Goods that one's own order may have taken, by a request that was never answered: they are short because of it. */
function mayBeOrdered([line]: readonly WantedLine[]): boolean {
  if (!line || line.state === 'ok' || line.cartid !== undefined) return false;
  const [item] = unanswered()?.items ?? [];
  return item?.skuid === line.skuid && item.quantity === line.quantity;
}

/** What is about to be ordered: where it goes, from which shops, and what it costs. */
export function CheckoutScreen() {
  const wanted = readWanted(useLocation().query);
  const query = useWanted(wanted);
  const goodsid = wanted && 'goodsid' in wanted ? wanted.goodsid : undefined;
  if (query.data !== undefined && query.data.length > 0 && !mayBeOrdered(query.data))
    return <CheckoutForm lines={query.data} />;
  const waiting = (
    <>
      <WaitingCard />
      <WaitingRows rows={2} />
    </>
  );
  return (
    <CheckoutPage>
      <Loaded query={query} waiting={waiting}>
        {() => <CheckoutGone goodsid={goodsid} />}
      </Loaded>
    </CheckoutPage>
  );
}
