import { formatAmount } from '@openmere/core/money/amount.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { useLocation } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Result, ResultLine } from '../../ui/result.tsx';
import { MALL_HREF, orderHref, ORDERS_PATH } from './order-data.ts';
import type { FullOrder } from './order-data.ts';
import { PayForm } from './pay-form.tsx';
import { PayPage } from './pay-page.tsx';
import { TimeTo } from './time-to.tsx';
import { useOrders } from './use-orders.ts';
import { sumOf } from './use-pay.ts';
import css from './order.module.css';

type Known = { order: FullOrder; fetchedAt: number };

function coinsOf(orders: readonly FullOrder[]): string[] {
  return [...new Set(orders.map((order) => order.coinid))].toSorted();
}

/** Those that were paid and not given back since. */
function paidOf(orders: readonly FullOrder[]): FullOrder[] {
  return orders.filter(({ paidat, status }) => paidat !== null && status !== 'cancelled');
}

/** "96 USDT + 20 USDO + 4 OBL": what was paid, by coin. */
function usePaidText(): (orders: readonly FullOrder[]) => string {
  const locale = useLocale();
  return (orders) => {
    const inCoins = coinsOf(orders).map((coin) => {
      const own = orders.filter(({ coinid }) => coinid === coin);
      return { coin, paid: sumOf(own.map((order) => order.paid)) };
    });
    return [...inCoins, { coin: 'OBL', paid: sumOf(orders.map((order) => order.oblpaid)) }]
      .filter(({ paid }) => paid > 0n)
      .map(({ coin, paid }) => `${amountText(formatAmount(paid), locale)} ${coin}`)
      .join(' + ');
  };
}

/** Of the orders that one came to pay, those that came to nothing, each with why. */
function Ended({ orders }: { orders: readonly FullOrder[] }) {
  const t = useTexts('order');
  return orders
    .filter(({ status }) => status === 'cancelled')
    .map((order) => (
      <Notice key={order.id} tone="warn" title={order.shop.name}>
        {t(`cancelled_${order.cancelreason || 'member'}`)}
      </Notice>
    ));
}

/** What came of it: paid, or no longer to be paid. The same after a reload. */
function Outcome({ orders }: { orders: readonly FullOrder[] }) {
  const t = useTexts('order');
  const paidText = usePaidText();
  const paid = paidOf(orders);
  const first = paid[0] ?? orders[0];
  const toOrders =
    orders.length === 1 && first ? orderHref(first.id) : `#${ORDERS_PATH}?tab=${first?.status ?? ''}`;
  if (paid.length === 0)
    return (
      <EmptyState title={t('notToPay')} action={<Button href={toOrders}>{t('toOrders')}</Button>}>
        {orders.some(({ paidat }) => paidat !== null) ? <Ended orders={orders} /> : t('notToPayText')}
      </EmptyState>
    );
  return (
    <Result title={t('paidTitle', { amount: paidText(paid) })}>
      {paid.every(({ status }) => status === 'pendingshipment') && <p>{t('paidText')}</p>}
      <Ended orders={orders} />
      <Button href={toOrders}>{t('toOrders')}</Button>
      <Button tone="secondary" href={MALL_HREF}>
        {t('toMall')}
      </Button>
    </Result>
  );
}

/** Orders of several coins are paid one coin after the other. */
function Payments({ known }: { known: readonly Known[] }) {
  const t = useTexts('order');
  const paidText = usePaidText();
  const orders = known.map(({ order }) => order);
  const due = known.filter(({ order }) => order.status === 'pendingpayment');
  const soonest = due.toSorted((a, b) => (a.order.payby ?? '').localeCompare(b.order.payby ?? ''))[0];
  const [coinid, ...further] = coinsOf(due.map(({ order }) => order));
  if (!soonest || coinid === undefined)
    return (
      <PayPage>
        <Outcome orders={orders} />
      </PayPage>
    );
  const paid = paidOf(orders);
  const { order, fetchedAt } = soonest;
  const lead = (
    <>
      {paid.length > 0 && (
        <Card>
          <ResultLine title={t('paidTitle', { amount: paidText(paid) })} />
        </Card>
      )}
      <Ended orders={orders} />
      {order.payby !== null && (
        <Card>
          <div className={css.head}>
            <span className={css.note}>{t('payWithin')}</span>
            <span className={css.leadTitle}>
              <TimeTo until={order.payby} now={order.now} fetchedAt={fetchedAt} />
            </span>
          </div>
          {further.length > 0 && (
            <p className={css.note}>{t('payCoins', { coin: coinid, next: further.join(', ') })}</p>
          )}
        </Card>
      )}
    </>
  );
  const sameCoin = due.map((one) => one.order).filter((one) => one.coinid === coinid);
  return <PayForm key={coinid} coinid={coinid} orders={sameCoin} lead={lead} />;
}

/** Pays the orders named by `ids`. */
export function PayScreen() {
  const t = useTexts('order');
  const ids = (useLocation().query['ids'] ?? '').split(',').filter((id) => id !== '');
  const query = useOrders(ids);
  if (ids.length > 0 && query.data !== undefined) return <Payments known={query.data} />;
  return (
    <PayPage>
      {ids.length === 0 ? (
        <EmptyState
          title={t('notToPay')}
          action={<Button href={`#${ORDERS_PATH}`}>{t('toOrders')}</Button>}
        />
      ) : (
        <Loaded query={query} waiting={<WaitingCard />}>
          {() => null}
        </Loaded>
      )}
    </PayPage>
  );
}
