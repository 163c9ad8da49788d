import { AskFirst } from '../../parts/ask-first.tsx';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { afterSaleHref, canAskBack, payHref } from './order-data.ts';
import type { FullOrder } from './order-data.ts';

/** What an act on an order makes old. */
export function refreshOrders(): Promise<void> {
  return refresh('Order/List', 'Order/Counts', 'Order/First', 'Users/Balance', 'Wallet/Locks');
}

/** Before payment nothing was paid; after it, everything goes back at once. Both are asked for first. */
function CancelOrder({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const isPaid = order.status === 'pendingshipment';
  async function cancel(): Promise<void> {
    try {
      await call('Order/Cancel', { id: order.id });
    } finally {
      // A refusal says that it stands otherwise by now.
      await refreshOrders();
    }
  }
  return (
    <AskFirst
      tone="quiet"
      label={t(isPaid ? 'cancelRefund' : 'cancelOrder')}
      keep={t('keepOrder')}
      question={t('cancelAsk')}
      act={cancel}
    >
      <p>{t(isPaid ? 'cancelPaidText' : 'cancelText')}</p>
    </AskFirst>
  );
}

/** The parcel is there: from then on the money is the shop's, so it is held, not pressed. */
function Receive({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const attempt = useAttempt();
  async function receive(): Promise<void> {
    await attempt.run(async () => {
      await call('Order/Receive', { id: order.id });
    });
    await refreshOrders();
  }
  return (
    <>
      <p>{t('receiveText')}</p>
      <HoldButton againLabel={t('receiveAgain')} holdHint={t('keepHolding')} onConfirm={receive}>
        {t('receive')}
      </HoldButton>
      <AttemptNotice attempt={attempt} />
    </>
  );
}

/** What the buyer can do now, the next step first. */
export function OrderActions({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const locale = useLocale();
  if (order.status === 'pendingpayment')
    return (
      <Stack gap={2}>
        <Button href={payHref([order.id])}>
          {t('pay', { amount: `${amountText(order.total, locale)} ${order.coinid}` })}
        </Button>
        <CancelOrder order={order} />
      </Stack>
    );
  if (order.status === 'pendingshipment') return <CancelOrder order={order} />;
  if (order.status === 'pendingreceipt' && order.refund !== 'refunding')
    return (
      <Stack gap={2}>
        <Receive order={order} />
        {canAskBack(order) && (
          <Button tone="quiet" href={afterSaleHref(order.id)}>
            {t('aftersaleAsk')}
          </Button>
        )}
      </Stack>
    );
  return null;
}
