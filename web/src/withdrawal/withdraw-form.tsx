import type { Locale } from '@openmere/core/kit/language.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { BonusAtStake } from '../activity/bonus-at-stake.tsx';
import { useAmountProblem, useAmountSteps } from '../asset/amount-words.ts';
import { useOpenWorth } from '../asset/use-open-worth.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../platform/money-text.ts';
import { shortHex } from '../platform/wallet/address.ts';
import { useNetwork } from '../setting/use-network.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { PageAction } from '../ui/page-action.tsx';
import { RiskReceipt, useReviewSentence } from './risk-receipt.tsx';
import type { useWithdrawForm } from './use-withdraw-form.ts';

type Form = ReturnType<typeof useWithdrawForm>;

/** A figure of the rules: without decimals where it has none. */
function wholeText(amount: bigint, locale: Locale): string {
  return amountText(formatAmount(amount), locale).replace(/[.,]00$/, '');
}

/** The action bar: what arrives, always in sight, and what comes next, or what is missing. */
export function ReviewButton({
  state,
  locked,
  onReview,
}: {
  state: Form;
  /** Outgoing money is locked; the page says until when and why. */
  locked: boolean;
  onReview: () => void;
}) {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  const problem = useAmountProblem();
  const { amount, refusal, quote, coinid, isAskedAgain, shown } = state;
  const worth = useOpenWorth(coinid, shown?.received);
  const label = t('review', { amount: amount === '' ? '' : `${amountText(amount, locale)} ${coinid}` });
  return (
    <>
      <KeyValue
        rows={[
          {
            key: 'arrives',
            label: t('arrives'),
            value: shown ? `${amountText(shown.received, locale)} ${coinid}` : '—',
            note: worth,
            strong: true,
          },
        ]}
      />
      <PageAction disabledReason={disabledReason()} busy={quote.isFetching && !quote.data} onPress={onReview}>
        {label}
      </PageAction>
    </>
  );

  function disabledReason(): string | undefined {
    if (locked) return t('lockedNow');
    if (amount === '') return t('enterAmount');
    if (refusal) return problem(refusal);
    return quote.isError && !isAskedAgain ? errorText(quote.error) : undefined;
  }
}

/** Amount, fee and what arrives, and the checks as they would stand now. */
export function WithdrawForm({ state, address }: { state: Form; address: string }) {
  const t = useTexts('withdrawal');
  const network = useNetwork();
  const locale = useLocale();
  const { amount, setAmount, available, rule, refusal, quote, coinid } = state;
  const money = (plain: string) => `${amountText(plain, locale)} ${coinid}`;
  const sentence = useReviewSentence();
  const problem = useAmountProblem();
  const steps = `${useAmountSteps()(rule)} · ${t('most', { maximum: wholeText(rule.maximum, locale) })}`;

  function choose(percent: bigint): void {
    const share = (baseUnits(available ?? '0') * percent) / 100n;
    const part = share < rule.maximum ? share : rule.maximum;
    // Too little for one step: the least amount, so that the form says what is missing.
    setAmount(formatAmount(part < rule.minimum ? rule.minimum : part - (part % rule.multiple)));
  }

  return (
    <>
      <AmountField
        label={t('amount')}
        hint={available === undefined ? steps : `${t('available', { amount: money(available) })} · ${steps}`}
        error={refusal && problem(refusal)}
        value={amount}
        onChange={setAmount}
        unit={coinid}
        decimals={2}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
        chips={(available === undefined ? [] : [25n, 50n, 100n]).map((percent) => ({
          key: String(percent),
          label:
            percent === 100n
              ? t('max')
              : new Intl.NumberFormat(locale, { style: 'percent' }).format(Number(percent) / 100),
          onPress: () => choose(percent),
        }))}
        chipsLabel={t('parts')}
      />
      {coinid === 'USDT' && <BonusAtStake amount={amount} available={available} />}
      <KeyValue
        rows={[
          {
            key: 'to',
            label: t('to'),
            value: shortHex(address),
            note: t('network', { network }),
          },
          {
            key: 'fee',
            label: t('fee'),
            value: money(quote.data?.fee ?? formatAmount(state.fee)),
            note: t('feeRule'),
          },
        ]}
      />
      {quote.data && (
        <>
          <p>{sentence(quote.data)}</p>
          <RiskReceipt checks={quote.data.checks} />
        </>
      )}
    </>
  );
}
