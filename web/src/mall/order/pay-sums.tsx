import { formatAmount } from '@openmere/core/money/amount.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import type { Pay } from './use-pay.ts';

/** The sum, explained: price, what OBL pays, what is paid, what is earned. */
export function PaySums({ pay, coinid, short }: { pay: Pay; coinid: string; short?: boolean }) {
  const t = useTexts('order');
  const locale = useLocale();
  const money = (amount: bigint, coin = coinid) => `${amountText(formatAmount(amount), locale)} ${coin}`;
  return (
    <KeyValue
      rows={[
        { key: 'total', label: t('total'), value: money(pay.total) },
        ...(pay.part > 0n ? [{ key: 'obl', label: t('oblPart'), value: `− ${money(pay.part, 'OBL')}` }] : []),
        {
          key: 'pay',
          label: t('youPay'),
          value: money(pay.toPay),
          note:
            short || pay.available === undefined
              ? undefined
              : t('available', { amount: money(pay.available) }),
          strong: true,
        },
        ...(short || pay.earned === 0n
          ? []
          : [
              {
                key: 'earned',
                label: t('oblWillEarn'),
                value: money(pay.earned, 'OBL'),
                note: t('oblEarnedWhen'),
              },
            ]),
      ]}
    />
  );
}
