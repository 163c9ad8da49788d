import { ORDER_TEXT_MAX } from '@openmere/core/mall/order-rules.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../../platform/money-text.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { refreshOrders } from './order-actions.tsx';
import type { FullOrder } from './order-data.ts';
import { OrderPicturesField } from './order-pictures-field.tsx';

/** Asks the shop for money back, with or without sending the goods back. All of it, unless less is typed. */
export function AfterSaleForm({ order }: { order: FullOrder }) {
  const t = useTexts('order');
  const locale = useLocale();
  const [kind, setKind] = useState<'refund' | 'returnrefund'>('refund');
  const [amount, setAmount] = useState(order.total);
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<readonly string[]>([]);
  // What was sent once and not answered is sent again as the same request; anything typed makes it another one.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const attempt = useAttempt();
  const money = (plain: string) => `${amountText(plain, locale)} ${order.coinid}`;
  const asked = parseAmount(amount) ?? 0n;
  const isTooMuch = asked > baseUnits(order.total);
  const count = Array.from(text.trim()).length;

  function changed<T>(set: (value: T) => void): (value: T) => void {
    return (value) => {
      set(value);
      setRequestId(crypto.randomUUID());
      attempt.clear();
    };
  }
  function missing(): string | undefined {
    if (asked === 0n) return t('enterAmount');
    if (isTooMuch) return t('atMost', { amount: money(order.total) });
    if (count === 0) return t('aftersaleWrite');
    return count > ORDER_TEXT_MAX ? t('tooLong', { count, max: ORDER_TEXT_MAX }) : undefined;
  }
  async function send(): Promise<void> {
    await attempt.run(async () => {
      const input = { id: order.id, requestId, kind, amount, text, pictures: [...pictures] };
      await call('Order/AfterSale', input);
    });
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
        onChange={changed(setKind)}
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
        onChange={changed(setAmount)}
        unit={order.coinid}
        decimals={6}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
      />
      <TextArea
        label={t('aftersaleText')}
        hint={t('aftersaleTextHint')}
        rows={4}
        value={text}
        onChange={changed(setText)}
      />
      <OrderPicturesField value={pictures} onChange={changed(setPictures)} />
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}
