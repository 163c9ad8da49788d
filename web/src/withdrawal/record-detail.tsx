import type { OutputOf } from '@openmere/core/calls.ts';
import { isCancellable } from '@openmere/core/withdrawal/state.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { HelpLink } from '../parts/help-link.tsx';
import { call } from '../platform/api-client.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { keepAnswer } from '../platform/keep-answer.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { refresh } from '../platform/query.ts';
import { useNow } from '../platform/use-now.ts';
import { useServerAhead } from '../platform/use-server-clock.ts';
import { useNetwork } from '../setting/use-network.ts';
import { Button } from '../ui/button.tsx';
import { Figure, HIDDEN } from '../ui/figure.tsx';
import { Notice } from '../ui/notice.tsx';
import { Receipt } from '../ui/receipt.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { StatusState } from '../ui/status-pill.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { isLate, RiskReceipt, useReviewSentence } from './risk-receipt.tsx';
import { WithdrawalSteps } from './withdrawal-steps.tsx';

export type WithdrawalRecord = OutputOf<'Wallet/Withdraw'>;

/** What a call has just answered is what its page shows. */
export function keepRecord(record: WithdrawalRecord): void {
  keepAnswer('Wallet/Withdrawals', { id: record.id }, { list: [record] });
}

const pills: Record<WithdrawalRecord['status'], StatusState> = {
  reviewing: 'held',
  approved: 'working',
  sending: 'working',
  sent: 'working',
  confirmed: 'done',
  rejected: 'failed',
  cancelled: 'void',
  failed: 'failed',
};

export function WithdrawalPill({ status }: { status: WithdrawalRecord['status'] }) {
  const t = useTexts('withdrawal');
  return <StatusPill state={pills[status]}>{t(`status_${status}`)}</StatusPill>;
}

/** Nothing was paid: no fee is taken and nothing arrives. */
function isReturned(status: WithdrawalRecord['status']): boolean {
  return status === 'rejected' || status === 'cancelled' || status === 'failed';
}

/** Payouts are halted, and this one waits: why, since when, and what happens next. */
function Halted({ halt }: { halt: WithdrawalRecord['halt'] }) {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  if (!halt) return null;
  return (
    <Notice tone="warn" title={t('haltedTitle')}>
      {t('haltedRecord', { time: exactTime(halt.since, locale), reason: halt.reason })}
    </Notice>
  );
}

/** The network does not answer, and what one has asked for or is about to ask for waits: since when, and that it goes on by itself. */
export function Silence({ silence }: { silence: WithdrawalRecord['silence'] | undefined }) {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  if (!silence) return null;
  return (
    <Notice tone="warn" title={silence.reason}>
      {t('waitsSince', { time: exactTime(silence.since, locale) })}
    </Notice>
  );
}

const waitTexts = {
  lock: 'waits_lock',
  frozen: 'waits_frozen',
  limit: 'waits_limit',
  refill: 'coverShort',
  network: 'waits_network',
  check: 'waits_check',
} as const;

/** What else this one waits for: a lock, the day's payouts, the treasury, the network, or people. */
function Waiting({ record: { status, waits } }: { record: WithdrawalRecord }) {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  if (!waits) return null;
  // Whoever lifts the freeze lets it go (decision 0299).
  const isFree = waits.reason === 'frozen' && status === 'approved';
  const key = isFree ? 'waits_frozenApproved' : waitTexts[waits.reason];
  return (
    <Notice tone="warn">
      {t(key, { time: waits.until === null ? '' : exactTime(waits.until, locale) })}
    </Notice>
  );
}

/** Who decides, why and by when, or why it ended; nothing is held without a reason on the screen. */
function Explanation({ record }: { record: WithdrawalRecord }) {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const sentence = useReviewSentence();
  const now = useNow() + (useServerAhead('business') ?? 0);
  if (record.status === 'reviewing' && record.decider !== 'none')
    return <Notice title={sentence(record)}>{t(isLate(record, now) ? 'heldStill' : 'heldMeanwhile')}</Notice>;
  if (record.status === 'rejected')
    return (
      <Notice tone="danger" title={t('rejectedTitle')}>
        {record.reason ?? ''}
      </Notice>
    );
  if (record.status === 'cancelled')
    return (
      <Notice>
        {t('cancelledText', {
          amount: `${hide ? HIDDEN : amountText(record.amount, locale)} ${record.coinid}`,
        })}
      </Notice>
    );
  if (record.status === 'failed')
    return (
      // Whether the money is back already stands in the server's sentence.
      <Notice tone="warn">{record.description}</Notice>
    );
  return null;
}

/** Asked first: it is given up with one tap, and its place in the review with it. */
function CancelWithdrawal({ record }: { record: WithdrawalRecord }) {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  async function cancel(): Promise<void> {
    keepRecord(await call('Wallet/WithdrawCancel', { id: record.id }));
    await refresh('Wallet/Withdrawals', 'Users/Balance', 'Wallet/Locks');
  }
  return (
    <AskFirst label={t('cancel')} keep={t('keep')} question={t('cancelAsk')} act={cancel}>
      <p>{t('cancelText', { amount: `${amountText(record.amount, locale)} ${record.coinid}` })}</p>
    </AskFirst>
  );
}

/** One withdrawal: slip, who decides, step line; the checks until it is signed, cancelling in review, the wallet at the end. */
export function RecordDetail({ record }: { record: WithdrawalRecord }) {
  const t = useTexts('withdrawal');
  const titleOf = useTitle();
  const network = useNetwork();
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const money = (plain: string) => `${hide ? HIDDEN : amountText(plain, locale)} ${record.coinid}`;
  const { status } = record;
  return (
    <>
      <Receipt
        title={t('slip')}
        status={<WithdrawalPill status={status} />}
        figure={
          <Figure
            size="hero"
            value={amountText(record.amount, locale, 2)}
            hiddenLabel={hide ? t('hidden') : undefined}
            decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            unit={record.coinid}
          />
        }
        rows={[
          { key: 'to', label: t('to'), value: record.address, note: t('network', { network }) },
          ...(isReturned(status)
            ? []
            : [
                { key: 'fee', label: t('fee'), value: money(record.fee) },
                {
                  key: 'arrives',
                  label: t(status === 'confirmed' ? 'arrived' : 'arrives'),
                  value: money(record.received),
                  strong: true,
                },
              ]),
          { key: 'time', label: t('time'), value: exactTime(record.time, locale) },
          { key: 'id', label: t('number'), value: record.id },
        ]}
      />
      <Halted halt={record.halt} />
      <Silence silence={record.silence} />
      <Waiting record={record} />
      <Explanation record={record} />
      <WithdrawalSteps record={record} />
      {isCancellable(status) && <CancelWithdrawal record={record} />}
      {/* From the signature on nothing can hold it. */}
      {(status === 'reviewing' || status === 'approved') && (
        <>
          <RiskReceipt checks={record.checks} decided={status === 'approved'} />
          <TextLink href="#/pages/wallet/status/status">{t('toStatus')}</TextLink>
        </>
      )}
      {(status === 'confirmed' || isReturned(status)) && (
        <Button href="#/pages/wallet/wallet">{titleOf('titleWallet')}</Button>
      )}
      <HelpLink about={`withdrawal:${record.id}`} />
    </>
  );
}
