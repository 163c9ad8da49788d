import { useOwnText } from '../../parts/use-own-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { Button } from '../../ui/button.tsx';
import { GoodsPicture } from './goods-picture.tsx';
import { orderHref, payHref } from './order-data.ts';
import type { Order } from './order-data.ts';
import { LineRow, ShopName } from './order-lines.tsx';
import { RefundBadge } from './refund-badge.tsx';
import { TimeTo } from './time-to.tsx';
import css from './order.module.css';

type Props = {
  order: Order;
  fetchedAt: number;
  current: boolean;
  /** On a wide screen the order opens beside the list. */
  onOpen: (() => void) | undefined;
};

/** What was bought: the line itself, or the pictures of several. */
function Bought({ order }: { order: Order }) {
  const t = useTexts('order');
  const [first] = order.lines;
  if (order.lines.length === 1 && first)
    return <LineRow line={first} coinid={order.coinid} ordered={order.status !== 'pendingpayment'} />;
  return (
    <div className={css.pictures}>
      {order.lines.slice(0, 4).map((line) => (
        <GoodsPicture key={line.id} src={line.picurl} />
      ))}
      <span className={css.note}>
        {order.lines.map((line) => line.name).join(', ')} · {t('kinds', { count: order.lines.length })}
      </span>
    </div>
  );
}

/** What happens next, as far as it has a time, and the one thing to do about it. */
function NextStep({ order, fetchedAt }: { order: Order; fetchedAt: number }) {
  const t = useTexts('order');
  const locale = useLocale();
  const own = useOwnText();
  const total = `${amountText(order.total, locale)} ${order.coinid}`;
  if (order.status === 'pendingpayment' && order.payby !== null)
    return (
      <>
        <span className={css.note}>
          {t('payWithin')} <TimeTo until={order.payby} now={order.now} fetchedAt={fetchedAt} />
        </span>
        <Button size="small" href={payHref([order.id])}>
          {t('pay', { amount: total })}
        </Button>
      </>
    );
  return <span className={css.total}>{own(total)}</span>;
}

/** One order in its list: the whole card opens it. */
export function OrderRow({ order, fetchedAt, current, onOpen }: Props) {
  const t = useTexts('order');
  const label = t('openOrder', { shop: order.shop.name, serial: order.serial });
  return (
    <li className={css.item} data-current={current ? '' : undefined}>
      <div className={css.head}>
        {onOpen ? (
          <button
            type="button"
            className={css.open}
            aria-label={label}
            aria-current={current ? 'true' : undefined}
            onClick={onOpen}
          >
            <ShopName shop={order.shop} />
          </button>
        ) : (
          <a className={css.open} href={orderHref(order.id)} aria-label={label}>
            <ShopName shop={order.shop} />
          </a>
        )}
        <RefundBadge refund={order.refund} />
      </div>
      <Bought order={order} />
      <div className={css.foot}>
        <NextStep order={order} fetchedAt={fetchedAt} />
      </div>
    </li>
  );
}
