import { Refusal } from '@openmere/core/kit/refusal.ts';
import { useEffect, useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { isFinal } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { StepLine } from '../ui/step-line.tsx';
import type { Step, StepState } from '../ui/step-line.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { dismissTransaction } from './dismiss-transaction.ts';
import { HashLink } from './hash-link.tsx';
import { ReplaceButtons } from './replace-buttons.tsx';
import css from './wallet.module.css';

/** In the network for so long, and people wonder. */
const LONG_MS = 60_000;

type Stage = 'approve' | 'sign' | 'sent' | 'confirmed';
const stageOf = {
  checking: 'sign',
  approving: 'approve',
  signing: 'sign',
  sent: 'confirmed',
  dropped: 'confirmed',
  confirmed: undefined,
  failed: 'confirmed',
  cancelled: 'confirmed',
  replaced: 'confirmed',
  unsent: 'sign',
} as const satisfies Record<TransactionRecord['state'], Stage | undefined>;

/** Which step is where: approve (only when it is needed) → sign → sent → confirmed. */
export function stepsOfTransaction(record: TransactionRecord): { stage: Stage; state: StepState }[] {
  const stages: Stage[] = [
    ...(record.approval === 'none' ? [] : (['approve'] as const)),
    'sign',
    'sent',
    'confirmed',
  ];
  // Asked once for both: without its end nobody knows that the approval went out.
  const isUnapproved = record.state === 'unsent' && record.approval === 'needed';
  const now = isUnapproved ? 'approve' : stageOf[record.state];
  const at = now === undefined ? stages.length : stages.indexOf(now);
  const bad =
    record.state === 'dropped'
      ? 'held'
      : isFinal(record) && record.state !== 'confirmed'
        ? 'failed'
        : 'current';
  return stages.map((stage, index) => ({
    stage,
    state: index < at ? 'done' : index === at ? bad : 'waiting',
  }));
}

/** Has it been in the network for longer than usual? */
function useIsLong(record: TransactionRecord): boolean {
  const { sentAt, state } = record;
  const [longFor, setLongFor] = useState<string>();
  useEffect(() => {
    if (state !== 'sent' || sentAt === undefined) return;
    const timer = setTimeout(() => setLongFor(record.id), Math.max(sentAt + LONG_MS - Date.now(), 0));
    return () => clearTimeout(timer);
  }, [record.id, state, sentAt]);
  return longFor === record.id;
}

/** Words under the last step: what is going on, what went wrong and what to do. */
function useOutcome(record: TransactionRecord): string | undefined {
  const t = useTexts('wallet');
  const { state, problem } = record;
  const isLong = useIsLong(record);
  if (state === 'failed')
    return errorText(new Refusal(problem?.code ?? 'wallet.failedonchain', problem?.params));
  // Another wallet chooses a new nonce, and both can go through.
  if (state === 'dropped') return t(record.byInApp ? 'tx_dropped' : 'tx_droppedOutside');
  if (state === 'cancelled' || state === 'replaced') return t(`tx_${state}`);
  if (state !== 'sent') return undefined;
  if (record.cancelHashes !== undefined) return t('txCancelling');
  return t(isLong ? (record.byInApp ? 'txLongInApp' : 'txLong') : 'txWaiting');
}

/** A chain transaction as a step line with hash, times, and what to do when it takes long. */
export function StepsOfTransaction({ record }: { record: TransactionRecord }) {
  const t = useTexts('wallet');
  const locale = useLocale();
  const outcome = useOutcome(record);
  const hash = record.replacedBy ?? record.hashes.at(-1);
  const timeOf = (at: number | undefined) =>
    at === undefined ? undefined : exactTime(new Date(at).toISOString(), locale);
  const steps: Step[] = stepsOfTransaction(record).map(({ stage, state }) => {
    const step: Step = { key: stage, title: t(`step_${stage}`), state };
    if (record.state === 'unsent' && state === 'failed') step.note = t('tx_unsent');
    if (stage === 'sign' && state === 'current')
      step.note = record.state === 'checking' ? t('txChecking') : t('txSign');
    if (stage === 'approve' && state === 'current') step.note = t('txApprove');
    if (stage === 'sent' && state === 'done' && hash) {
      step.time = timeOf(record.sentAt);
      step.note = <HashLink hash={hash} />;
    }
    if (stage === 'confirmed' && state !== 'waiting') {
      step.time = timeOf(record.doneAt);
      step.note = outcome;
    }
    return step;
  });
  const labels = {
    done: t('stepDone'),
    current: t('stepCurrent'),
    waiting: t('stepWaiting'),
    held: t('stepHeld'),
    failed: t('stepFailed'),
  };
  return <StepLine steps={steps} label={t('txSteps')} stateLabels={labels} />;
}

type Props = {
  record: TransactionRecord;
  /** As in `TransactionResult`. */ shown?: readonly string[] | undefined;
};

/** The same with what can be done when it takes long, and the way to take it out of sight, which there always is. */
export function TransactionSteps({ record, shown }: Props) {
  const t = useTexts('wallet');
  const isLong = useIsLong(record);
  return (
    <>
      <StepsOfTransaction record={record} />
      {isLong && <ReplaceButtons record={record} />}
      <p className={css.quiet}>
        <TextLink onPress={() => dismissTransaction(record, shown)}>{t('txClear')}</TextLink>
      </p>
    </>
  );
}
