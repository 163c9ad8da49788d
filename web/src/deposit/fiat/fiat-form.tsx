import type { OutputOf } from '@openmere/core/calls.ts';
import { BonusPreview } from '../../activity/bonus-preview.tsx';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useKept } from '../../parts/use-kept.ts';
import { errorText } from '../../platform/error-text.ts';
import { fromHere, push } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, displayStyle } from '../../platform/money-text.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { bankMoney } from './fiat-text.ts';
import { orderByBank } from './order-by-bank.ts';
import { QuoteCard } from './rate-rows.tsx';

type Offered = OutputOf<'Wallet/FiatBanks'>;
const PAYER_MIN = 2;
const PAYER_MAX = 70;

/** Currency, bank, amount and who pays → an order at the quote that is shown. */
export function FiatForm({ offered }: { offered: Offered }) {
  const t = useTexts('fiat');
  const locale = useLocale();
  const attempt = useAttempt();
  const { fields, set, drop } = useKept('fiat-order', { currency: '', bank: '', amount: '', payer: '' });
  const { amount, payer } = fields;
  const currency =
    offered.currencies.find((one) => one.currency === fields.currency) ?? offered.currencies[0];
  const bank = currency?.banks.find((one) => one.id === fields.bank) ?? currency?.banks[0];
  const isTyped = /[1-9]/.test(amount);
  const quote = useCall(
    'Wallet/FiatQuote',
    { currency: currency?.currency ?? 'EUR', bank: bank?.id ?? 'fba_none', amount },
    { enabled: isTyped && bank !== undefined, staleTime: 0 },
  );
  if (!currency || !bank) return null;
  const limits = t('limits', {
    least: amountText(offered.least, locale),
    most: amountText(offered.most, locale),
    left: amountText(offered.left, locale),
  });

  function findMissing(): string | undefined {
    if (!isTyped) return t('missingAmount');
    if (quote.data === undefined) return quote.isError ? t('missingQuote') : t('asking');
    return payer.trim().length < PAYER_MIN ? t('missingPayer') : undefined;
  }

  async function order(): Promise<void> {
    if (!quote.data || !currency || !bank) return;
    const here = fromHere();
    const wanted = { currency: currency.currency, bank: bank.id, amount, payer: payer.trim() };
    try {
      const made = await orderByBank(wanted, quote.data.quote);
      drop();
      await refresh('Wallet/FiatOrders', 'Wallet/FiatBanks');
      here(() => push('/pages/wallet/recharge/rechargeFiat', { id: made.id }));
    } catch (error) {
      void quote.refetch();
      throw error;
    }
  }

  return (
    <Form
      submitLabel={t('order', {
        amount: quote.data ? bankMoney(quote.data.amount, currency.currency, locale) : '',
      })}
      missing={findMissing()}
      onSubmit={() => attempt.run(order)}
    >
      <Choice
        label={t('currency')}
        options={offered.currencies.map((one) => ({ key: one.currency, label: one.currency }))}
        value={currency.currency}
        onChange={(key) => set({ currency: key, bank: '', amount: '' })}
      />
      <Choice
        label={t('bank')}
        options={currency.banks.map(({ id, name }) => ({ key: id, label: name }))}
        value={bank.id}
        onChange={(id) => set({ bank: id })}
      />
      <AmountField
        label={t('amount')}
        hint={limits}
        value={amount}
        onChange={(text) => set({ amount: text })}
        unit={currency.currency}
        decimals={currency.decimals}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
        error={isTyped && quote.isError && !quote.data ? errorText(quote.error) : undefined}
      />
      {isTyped && quote.data && (
        <QuoteCard quote={quote.data} fetchedAt={quote.dataUpdatedAt} onEnd={() => void quote.refetch()} />
      )}
      <BonusPreview amount={isTyped && quote.data ? quote.data.usdt : ''} />
      <TextField
        label={t('payer')}
        hint={t('payerHint')}
        value={payer}
        onChange={(text) => set({ payer: text })}
        maxLength={PAYER_MAX}
        autoComplete="name"
      />
      <Notice>{t('ownAccount')}</Notice>
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}
