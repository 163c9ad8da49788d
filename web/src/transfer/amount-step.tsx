import type { Locale } from '@openmere/core/kit/language.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { NOTE_MAX } from '@openmere/core/transfer/rules.ts';
import { BonusAtStake } from '../activity/bonus-at-stake.tsx';
import { useAmountProblem, useAmountSteps } from '../asset/amount-words.ts';
import { useOpenWorth } from '../asset/use-open-worth.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { PageAction } from '../ui/page-action.tsx';
import { TextField } from '../ui/text-field.tsx';
import { LookAlike, useLookAlike } from './look-alike.tsx';
import type { Alike } from './look-alike.tsx';
import type { Receiver } from './target-step.tsx';
import type { useTransferForm } from './use-transfer-form.ts';

type Form = ReturnType<typeof useTransferForm>;

/**
 * The largest whole multiple within a share of what is available; plain decimal. Too little for the least amount: that one,
 * so that the form says what is missing.
 */
export function shareOfAvailable(available: string, percent: bigint, rule: Form['rule']): string {
  const part = (baseUnits(available) * percent) / 100n;
  return formatAmount(part < rule.minimum ? rule.minimum : part - (part % rule.multiple));
}

/** The server's word on this transfer; asked only for what the form's own rules allow. */
function useExactQuote({ form, quote, refusal }: Form) {
  const { coinid, amount, target } = form;
  return useCall(
    'Wallet/TransferQuote',
    { coinid, amount, target },
    { enabled: quote !== undefined && refusal === undefined },
  );
}

/** Fee and what arrives: the server's word, and until it is there what the rules that were read here say. */
export function useShownQuote(state: Form) {
  const exact = useExactQuote(state);
  const { quote } = state;
  const own = quote && { fee: formatAmount(quote.fee), received: formatAmount(quote.received) };
  return { exact, shown: exact.data ?? own };
}

/** Whom the receiver can be taken for: the server knows more of those paid before, this device those who are saved. */
function useAlike(state: Form): Alike | undefined {
  const { exact } = useShownQuote(state);
  const own = useLookAlike(state.form.target);
  return exact.data?.lookalike ?? own;
}

/** The action bar: what arrives, always in sight, and what comes next, or what is missing. */
export function ReviewButton({ state, onReview }: { state: Form; onReview: () => void }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const { form, refusal, isAskedAgain } = state;
  const problem = useAmountProblem();
  const { exact, shown } = useShownQuote(state);
  const alike = useAlike(state);
  const worth = useOpenWorth(form.coinid, refusal === undefined ? shown?.received : undefined);
  const label = t('review', {
    amount: form.amount === '' ? '' : `${amountText(form.amount, locale)} ${form.coinid}`,
  });
  return (
    <>
      <KeyValue
        rows={[
          {
            key: 'arrives',
            label: t('arrives'),
            // What cannot be sent does not stand here as if it arrived.
            value:
              shown && refusal === undefined ? `${amountText(shown.received, locale)} ${form.coinid}` : '—',
            note: worth,
            strong: true,
          },
        ]}
      />
      <PageAction disabledReason={disabledReason()} busy={exact.isFetching && !exact.data} onPress={onReview}>
        {label}
      </PageAction>
    </>
  );

  function disabledReason(): string | undefined {
    if (form.amount === '') return t('enterAmount');
    if (state.noteRefusal) return errorText(state.noteRefusal);
    if (refusal) return problem(refusal);
    if (alike && !state.isCompared) return t('alikeFirst');
    // What may be carried out already is asked for again, though the server would take no new one like it.
    return exact.isError && !isAskedAgain ? errorText(exact.error) : undefined;
  }
}

/** Basis points as a percentage in the reader's way of writing; for rates, never for amounts. */
function percentText(bps: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000);
}

/** `2026-05` in the reader's words. */
function monthText(month: string, locale: Locale): string {
  const form = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return form.format(new Date(`${month}-01`));
}

/** Who receives: name before send, whether it is the first time, and since when they are a member. */
export function ReceiverCard({
  receiver,
  firstTime,
}: {
  receiver: Receiver;
  firstTime: boolean | undefined;
}) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const name = receiver.nickname ?? '';
  const before = firstTime === undefined ? t('receiver') : firstTime ? t('firstTime') : t('paidBefore');
  const joined = receiver.joined && t('joined', { month: monthText(receiver.joined, locale) });
  return (
    <List label={t('receiver')}>
      <ListRow
        leading={<Avatar name={name} seed={name} src={receiver.avatar} />}
        title={name}
        subtitle={joined ? `${before} · ${joined}` : before}
        trailing={firstTime ? <Badge tone="warn">{t('new')}</Badge> : undefined}
      />
    </List>
  );
}

/** Second step: how much. Fee and what arrives stand there before the button, by the rules of the server. */
export function AmountStep({ state, receiver }: { state: Form; receiver: Receiver }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const { form, change, available, rule, refusal } = state;
  const problem = useAmountProblem();
  const steps = useAmountSteps()(rule);
  const { exact, shown } = useShownQuote(state);
  const alike = useAlike(state);
  const money = (plain: string) => `${amountText(plain, locale)} ${form.coinid}`;
  const chips =
    available === undefined
      ? []
      : [25n, 50n, 75n, 100n].map((percent) => ({
          key: String(percent),
          label: percent === 100n ? t('max') : percentText(Number(percent) * 100, locale),
          onPress: () => change({ amount: shareOfAvailable(available, percent, rule) }),
        }));
  return (
    <>
      <ReceiverCard receiver={receiver} firstTime={exact.data?.firsttime} />
      {alike && (
        <>
          <LookAlike known={alike} target={form.target} />
          <Checkbox checked={state.isCompared} onChange={state.setCompared}>
            {t('alikeCompared')}
          </Checkbox>
        </>
      )}
      <AmountField
        label={t('amount')}
        hint={available === undefined ? steps : `${t('available', { amount: money(available) })} · ${steps}`}
        error={refusal && problem(refusal)}
        value={form.amount}
        onChange={(amount) => change({ amount })}
        unit={form.coinid}
        decimals={2}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
        chips={chips}
        chipsLabel={t('parts')}
        focusFirst
      />
      {form.coinid === 'USDT' && <BonusAtStake amount={form.amount} available={available} />}
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        error={state.noteRefusal && errorText(state.noteRefusal)}
        value={form.note}
        onChange={(note) => change({ note })}
        maxLength={NOTE_MAX}
        autoComplete="off"
      />
      <KeyValue
        rows={[
          {
            key: 'fee',
            label: t('fee'),
            value: shown ? money(shown.fee) : '—',
            note: t('feeRule', { percent: percentText(state.feeBps, locale) }),
          },
        ]}
      />
    </>
  );
}
