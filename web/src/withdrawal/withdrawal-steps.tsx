import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { StepLine } from '../ui/step-line.tsx';
import type { Step, StepState } from '../ui/step-line.tsx';
import { HashLink } from '../wallet/hash-link.tsx';
import type { WithdrawalRecord } from './record-detail.tsx';

const road = ['reviewing', 'approved', 'sending', 'sent', 'confirmed'] as const;
type Status = WithdrawalRecord['status'];

/** Which steps are behind, current and ahead; a record that ended early shows where it ended. */
export function stepsOf(
  record: Pick<WithdrawalRecord, 'status' | 'steps'>,
): { status: Status; state: StepState }[] {
  const at = road.indexOf(record.status as (typeof road)[number]);
  if (at < 0) {
    const passed = record.steps.map((step) => step.status).filter((status) => status !== record.status);
    return [
      ...passed.map((status) => ({ status, state: 'done' as const })),
      { status: record.status, state: 'failed' },
    ];
  }
  return road.map((status, index) => ({ status, state: stateAt(index, at, status) }));
}

function stateAt(index: number, at: number, status: Status): StepState {
  if (index < at || (index === at && status === 'confirmed')) return 'done';
  if (index > at) return 'waiting';
  return status === 'reviewing' ? 'held' : 'current';
}

/** The way of a withdrawal, with times, and the hash as soon as there is one. */
export function WithdrawalSteps({ record }: { record: WithdrawalRecord }) {
  const t = useTexts('withdrawal');
  const locale = useLocale();
  // Most requests are only looked at by the rules: "in review" is said while it is so, and "checked" afterwards. One that its member
  // cancelled was in review and is not checked.
  const titleOf = (status: Status, state: StepState) =>
    status === 'reviewing' && state === 'done' && record.status !== 'cancelled'
      ? t('checked')
      : t(`status_${status}`);
  const steps: Step[] = stepsOf(record).map(({ status, state }) => {
    const time = record.steps.find((step) => step.status === status)?.time;
    const step: Step = { key: status, title: titleOf(status, state), state };
    if (time) step.time = exactTime(time, locale);
    if (status === 'sent' && record.hash) step.note = <HashLink hash={record.hash} />;
    if (state === 'current' && status === 'sent')
      step.note = (
        <>
          {step.note} {t('sentLong')}
        </>
      );
    return step;
  });
  const labels = {
    done: t('stepDone'),
    current: t('stepCurrent'),
    waiting: t('stepWaiting'),
    held: t('held'),
    failed: t('stepFailed'),
  };
  return <StepLine steps={steps} label={t('steps')} stateLabels={labels} />;
}
