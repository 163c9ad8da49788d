import { formatAmount } from '@openmere/core/money/amount.ts';
import { useOwnText } from '../../parts/use-own-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits } from '../../platform/money-text.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import type { KeyValueRow } from '../../ui/key-value.tsx';
import type { FullOrder } from './order-data.ts';
import { backOf } from './order-money.ts';

/** What was to pay, by which coins it was paid, and what is earned by it; every part with its reason. */
export function OrderSums({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const locale = useLocale();
  const own = useOwnText();
  const isDue = order.status === 'pendingpayment';
  const money = (plain: string, coin = order.coinid) => {
    const text = `${amountText(plain, locale)} ${coin}`;
    // What is still to be paid is read all the same.
    return isDue ? text : own(text);
  };
  const isPaid = order.paidat !== null;
  const rows: KeyValueRow[] = [
    { key: 'total', label: t('total'), value: money(order.total), strong: !isPaid },
  ];
  if (isPaid) {
    if (baseUnits(order.oblpaid) > 0n)
      rows.push({ key: 'obl', label: t('oblPart'), value: money(order.oblpaid, 'OBL') });
    rows.push({ key: 'paid', label: t('paid'), value: money(order.paid), strong: true });
  } else if (isDue && baseUnits(order.oblmost) > 0n) {
    rows.push({ key: 'most', label: t('oblMost'), value: money(order.oblmost, 'OBL') });
  }
  const back = backOf(order);
  if (back.coin + back.obl > 0n)
    rows.push({
      key: 'back',
      label: t('refunded'),
      value: money(formatAmount(back.coin)),
      note: back.obl > 0n ? money(formatAmount(back.obl), 'OBL') : undefined,
    });
  if (order.status === 'completed')
    rows.push({ key: 'earned', label: t('oblEarned'), value: money(order.oblearned, 'OBL') });
  else if (order.status !== 'cancelled')
    rows.push({
      key: 'earned',
      label: t('oblWillEarn'),
      value: money(order.oblcoming, 'OBL'),
      note: t('oblEarnedWhen'),
    });
  return (
    <Card>
      <KeyValue rows={rows} />
    </Card>
  );
}
