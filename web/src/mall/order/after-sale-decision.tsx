import { formatAmount } from '@openmere/core/money/amount.ts';
import { useOwnText } from '../../parts/use-own-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits } from '../../platform/money-text.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import type { AfterSale, FullOrder } from './order-data.ts';
import { backOf } from './order-money.ts';

/** More places than any coin has: the sums are shown to the last unit. */
const EVERY_PLACE = 18;

/** How it ended, to the last unit: what was paid, what goes back in which coin, what the shop keeps; and why. */
export function AfterSaleDecision({ order, aftersale }: { order: FullOrder; aftersale: AfterSale }) {
  const t = useTexts('order');
  const locale = useLocale();
  const own = useOwnText();
  if (aftersale.status !== 'agreed' && aftersale.status !== 'decided') return null;
  const money = (amount: bigint, coin = order.coinid) =>
    own(`${amountText(formatAmount(amount), locale, EVERY_PLACE)} ${coin}`);
  const back = backOf(order);
  const total = baseUnits(order.total);
  return (
    <Card>
      <KeyValue
        rows={[
          { key: 'total', label: t('total'), value: money(total) },
          { key: 'coin', label: t('backCoin'), value: money(back.coin), strong: true },
          ...(baseUnits(order.oblpaid) > 0n
            ? [{ key: 'obl', label: t('backObl'), value: money(back.obl, 'OBL') }]
            : []),
          { key: 'kept', label: t('shopKeeps'), value: money(total - baseUnits(order.refunded)) },
          ...(aftersale.reason === '' ? [] : [{ key: 'why', label: t('reason'), value: aftersale.reason }]),
        ]}
      />
    </Card>
  );
}
