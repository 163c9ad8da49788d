import { Loaded } from '../../parts/loaded.tsx';
import { WaitingCard, WaitingRows } from '../../parts/waiting.tsx';
import { useLocation } from '../../platform/history.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutGone } from './checkout-gone.tsx';
import { readWanted } from './checkout-link.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { useWanted } from './use-wanted.ts';

/** What is about to be ordered: where it goes, from which shops, and what it costs. */
export function CheckoutScreen() {
  const wanted = readWanted(useLocation().query);
  const query = useWanted(wanted);
  const goodsid = wanted && 'goodsid' in wanted ? wanted.goodsid : undefined;
  if (query.data !== undefined && query.data.length > 0) return <CheckoutForm lines={query.data} />;
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
