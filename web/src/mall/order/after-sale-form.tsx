import { ORDER_TEXT_MAX } from '@openmere/core/mall/order-rules.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { call } from '../../platform/api-client.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../../platform/money-text.ts';
import { forgetRequest, requestIdOf } from '../../platform/request-id.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { refreshOrders } from './order-actions.tsx';
import type { FullOrder } from './order-data.ts';
import { backOf } from './order-money.ts';
import { OrderPicturesField } from './order-pictures-field.tsx';

type Kind = 'refund' | 'returnrefund';

/** What was paid in part with OBL comes back so, too. */
function Comes({ order, asked }: { order: FullOrder; asked: bigint }) {
  const t = useTexts('order');
  const locale = useLocale();
  if (baseUnits(order.oblpaid) === 0n || asked > baseUnits(order.total)) return null;
  const { coin, obl } = backOf({ ...order, refunded: formatAmount(asked) });
  const money = (amount: bigint, of: string) => `${amountText(formatAmount(amount), locale)} ${of}`;
  return (
    <Card>
      <KeyValue
        rows={[
          { key: 'coin', label: t('backCoin'), value: money(coin, order.coinid) },
          { key: 'obl', label: t('backObl'), value: money(obl, 'OBL') },
        ]}
      />
    </Card>
  );
}

/** Asks the shop for money back, with or without sending the goods back. All of it, unless less is typed. */
export function AfterSaleForm({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const shop = useTexts('shop');
  const locale = useLocale();
  const [isUploading, onUploading] = useState(false);
  const draft = `aftersale-${order.id}`;
  const { fields, set, drop } = useKept(draft, {
    kind: 'refund',
    amount: order.total,
    text: '',
    pictures: [] as readonly string[],
  });
  const { amount, text, pictures } = fields;
  const kind: Kind = fields.kind === 'returnrefund' ? 'returnrefund' : 'refund';
  const attempt = useAttempt();
  const money = (plain: string) => `${amountText(plain, locale)} ${order.coinid}`;
  const asked = parseAmount(amount) ?? 0n;
  const isTooMuch = asked > baseUnits(order.total);
  const count = Array.from(text.trim()).length;

  function change(next: Partial<typeof fields>): void {
    set(next);
    attempt.clear();
  }
  function missing(): string | undefined {
    if (asked === 0n) return t('enterAmount');
    if (isTooMuch) return t('atMost', { amount: money(order.total) });
    if (count === 0) return t('aftersaleWrite');
    if (count > ORDER_TEXT_MAX) return t('tooLong', { count, max: ORDER_TEXT_MAX });
    return isUploading ? shop('pictureBusy') : undefined;
  }
  async function send(): Promise<void> {
    const request = `${draft}-request`;
    const done = await attempt.run(async () => {
      const input = { id: order.id, kind, amount, text, pictures: [...pictures] };
      // After one that is over it is another one, even in the same words.
      const requestId = requestIdOf(request, { ...input, after: order.aftersale?.id });
      await call('Order/AfterSale', { requestId, ...input });
    });
    if (done) {
      forgetRequest(request);
      drop();
    }
    await refreshOrders();
  }

  return (
    <Form
      submitLabel={t('aftersaleSend', { amount: money(amount === '' ? '0' : amount) })}
      missing={missing()}
      onSubmit={send}
    >
      <RadioCards
        label={t('aftersaleKind')}
        value={kind}
        onChange={(next) => change({ kind: next })}
        items={[
          { key: 'refund', title: t('kind_refund'), note: t('kindNote_refund') },
          { key: 'returnrefund', title: t('kind_returnrefund'), note: t('kindNote_returnrefund') },
        ]}
      />
      <AmountField
        label={t('aftersaleAmount')}
        hint={t('atMost', { amount: money(order.total) })}
        error={isTooMuch ? t('atMost', { amount: money(order.total) }) : undefined}
        value={amount}
        onChange={(next) => change({ amount: next })}
        unit={order.coinid}
        decimals={6}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
      />
      <Comes order={order} asked={asked} />
      <TextArea
        label={t('aftersaleText')}
        hint={t('aftersaleTextHint')}
        rows={4}
        value={text}
        onChange={(next) => change({ text: next })}
      />
      <OrderPicturesField
        value={pictures}
        onChange={(next) => change({ pictures: next })}
        onBusy={onUploading}
      />
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}
