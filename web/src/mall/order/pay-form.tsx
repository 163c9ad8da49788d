import { formatAmount } from '@openmere/core/money/amount.ts';
import { mallReceiveDays } from '@openmere/core/setting/mall.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { BonusAtStake } from '../../activity/bonus-at-stake.tsx';
import { PayPasswordSheet } from '../../auth/password/pay-password-sheet.tsx';
import { FailedNotice } from '../../parts/failed-notice.tsx';
import { call, CallRefused, Unreachable } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { forgetRequest, requestIdOf } from '../../platform/request-id.ts';
import { sealSecret } from '../../platform/seal.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { OblField } from './obl-field.tsx';
import { refreshOrders } from './order-actions.tsx';
import { orderHref } from './order-data.ts';
import type { FullOrder } from './order-data.ts';
import { LineRow, ShopName } from './order-lines.tsx';
import { PayPage } from './pay-page.tsx';
import { PaySums } from './pay-sums.tsx';
import { PAY_DRAFT, usePay } from './use-pay.ts';
import css from './order.module.css';

function OrderCard({ order }: { order: FullOrder }) {
  return (
    <Card>
      <a href={orderHref(order.id)}>
        <ShopName shop={order.shop} />
      </a>
      <div className={css.lines}>
        {order.lines.map((line) => (
          <LineRow key={line.id} line={line} coinid={order.coinid} />
        ))}
      </div>
    </Card>
  );
}

type Props = {
  orders: readonly FullOrder[];
  coinid: string;
  /** What stands above the form: what was paid, and until when the rest can be. */
  lead: ReactNode;
};

/** The shop that a payment was refused for, because it sells nothing now. */
function closedShopOf(failure: CallRefused): string | undefined {
  const { name } = failure.params;
  return failure.reason === 'mall.shopclosed' && typeof name === 'string' ? name : undefined;
}

/** One payment for all orders of one coin. The money is held until the goods have come. */
export function PayForm({ orders: all, coinid, lead }: Props) {
  const t = useTexts('order');
  const locale = useLocale();
  // By name, which is one shop's alone. Orders of shops that have closed are left out, as long as others are there to pay.
  const [closed, setClosed] = useState<readonly string[]>([]);
  const others = (names: readonly string[]) => all.filter(({ shop }) => !names.includes(shop.name));
  const orders = others(closed).length > 0 ? others(closed) : all;
  const pay = usePay(orders, coinid);
  const [confirming, setConfirming] = useState(false);
  const [badObl, setBadObl] = useState<{ obl: string; text: string }>();
  const money = (amount: bigint) => `${amountText(formatAmount(amount), locale)} ${coinid}`;
  const label = t('pay', { amount: money(pay.toPay) });

  async function send(password: string): Promise<void> {
    const { obl, ...rest } = pay.input;
    const paypassword = await sealSecret(password, 'Order/Pay');
    const requestId = requestIdOf(PAY_DRAFT, pay.input);
    const part = pay.part > 0n ? { obl } : {};
    try {
      await call('Order/Pay', { requestId, ...rest, ...part, paypassword });
    } catch (failure) {
      // Whatever has changed about the orders is read anew.
      if (failure instanceof CallRefused && failure.reason.startsWith('mall.')) await refreshOrders();
      // Where the answer was lost they may be paid: not waited for, the network may be gone.
      if (failure instanceof Unreachable) void refreshOrders();
      const shop = failure instanceof CallRefused ? closedShopOf(failure) : undefined;
      if (shop !== undefined && others([...closed, shop]).length > 0) {
        setClosed([...closed, shop]);
        setConfirming(false);
        return;
      }
      if (!(failure instanceof CallRefused) || failure.reason !== 'mall.badobl') throw failure;
      // Put right at its field, outside the sheet.
      setBadObl({ obl: pay.obl, text: errorText(failure) });
      setConfirming(false);
      return;
    }
    forgetRequest(PAY_DRAFT);
    setConfirming(false);
    await refreshOrders();
  }
  const receiveDays = useSetting(mallReceiveDays);
  function disabledReason(): string | undefined {
    if (pay.isTooMuch) return t('oblTooMuch');
    return pay.missing > 0n ? t('notEnough', { amount: money(pay.missing) }) : undefined;
  }

  return (
    <PayPage
      footer={
        <PageAction
          busy={pay.available === undefined && !pay.balances.isError}
          disabledReason={disabledReason()}
          onPress={() => setConfirming(true)}
        >
          {label}
        </PageAction>
      }
    >
      {lead}
      {all
        .filter((order) => !orders.includes(order))
        .map(({ id, shop }) => (
          <Notice key={id} tone="warn" live title={t('shopClosedNow', { shop: shop.name })}>
            {t('shopClosedLeft')}
          </Notice>
        ))}
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
      {pay.available === undefined && pay.balances.isError && (
        <FailedNotice error={pay.balances.error} onRetry={pay.balances.refetch} />
      )}
      <OblField pay={pay} refused={badObl?.obl === pay.obl ? badObl.text : undefined} />
      <Card>
        <PaySums pay={pay} coinid={coinid} />
      </Card>
      {coinid === 'USDT' && (
        <BonusAtStake
          amount={formatAmount(pay.toPay)}
          available={pay.available === undefined ? undefined : formatAmount(pay.available)}
        />
      )}
      {pay.missing > 0n && (
        <Notice
          tone="warn"
          action={
            <TextLink href={coinid === 'USDT' ? '#/pages/wallet/recharge/recharge' : '#/pages/wallet/wallet'}>
              {t('getCoin', { coin: coinid })}
            </TextLink>
          }
        >
          {t('notEnoughText', { amount: money(pay.missing) })}
        </Notice>
      )}
      <p className={css.note}>{t('heldText', { days: receiveDays })}</p>
      <PayPasswordSheet
        open={confirming}
        onClose={() => setConfirming(false)}
        onSubmit={send}
        submitLabel={label}
        summary={<PaySums pay={pay} coinid={coinid} short />}
      />
    </PayPage>
  );
}
