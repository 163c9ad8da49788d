import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { afterSaleHref, afterSaleState } from './order-data.ts';
import type { FullOrder } from './order-data.ts';
import { RefundBadge } from './refund-badge.tsx';
import { TimeTo } from './time-to.tsx';
import css from './order.module.css';

type Props = { order: FullOrder; fetchedAt: number };

/** What the order waits for, and until when. */
function Waits({ order, fetchedAt }: Props) {
  const t = useTexts('order');
  const locale = useLocale();
  const { status, payby, shipby, receiveby, now } = order;
  if (status === 'pendingpayment' && payby !== null)
    return (
      <>
        {t('waitsPayment')} <TimeTo until={payby} now={now} fetchedAt={fetchedAt} />
      </>
    );
  if (status === 'pendingshipment' && shipby !== null) {
    const isLate = Date.parse(shipby) <= Date.parse(now);
    return (
      <>
        {t('waits_pendingshipment')}{' '}
        {t(isLate ? 'waitsLate' : 'waitsShip', { time: exactTime(shipby, locale) })}
      </>
    );
  }
  if (status === 'pendingreceipt' && receiveby !== null && order.refund !== 'refunding')
    return (
      <>
        {t('waitsReceipt')} <TimeTo until={receiveby} now={now} fetchedAt={fetchedAt} />
      </>
    );
  if (status === 'pendingreceipt') return t('waitsRefund');
  if (status === 'cancelled') return t(`cancelled_${order.cancelreason || 'member'}`);
  return t(`waits_${status}`);
}

/** The head of an order: its state in words. */
export function OrderLead({ order, fetchedAt }: Props) {
  const t = useTexts('order');
  const asked = afterSaleState(order);
  return (
    <>
      <Card>
        <div className={css.lead}>
          <div className={css.head}>
            <span className={css.leadTitle}>{t(`status_${order.status}`)}</span>
            <RefundBadge refund={order.refund} />
          </div>
          <p className={css.note}>
            <Waits order={order} fetchedAt={fetchedAt} />
          </p>
        </div>
      </Card>
      {asked && (
        <Notice
          tone={order.refund === 'refunding' ? 'warn' : 'info'}
          title={t(`aftersale_${asked}`)}
          action={<TextLink href={afterSaleHref(order.id)}>{t('aftersaleOpen')}</TextLink>}
        />
      )}
    </>
  );
}
