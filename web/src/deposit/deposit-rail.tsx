import type { OutputOf } from '@openmere/core/calls.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { exactTime } from '../platform/time-text.ts';
import { useConfig } from '../setting/use-config.ts';
import { Card } from '../ui/card.tsx';
import { ListRow } from '../ui/list.tsx';
import { StatusPill, type StatusState } from '../ui/status-pill.tsx';
import { type Step, StepLine } from '../ui/step-line.tsx';
import { TextLink } from '../ui/text-link.tsx';

export type DepositRecord = OutputOf<'Wallet/Deposits'>;

const pills: Record<string, StatusState> = {
  seen: 'working',
  credited: 'done',
  ignored: 'held',
  orphaned: 'failed',
};
const words = {
  seen: 'statusSeen',
  credited: 'statusCredited',
  ignored: 'statusIgnored',
  orphaned: 'statusOrphaned',
} as const;

function wordOf(status: string) {
  return words[status as keyof typeof words] ?? 'statusSeen';
}

/** A deposit on its way: seen → confirmations → credited, moved by the socket. */
export function DepositRail({ record, needed }: { record: DepositRecord; needed: number }) {
  const t = useTexts('deposit');
  const locale = useLocale();
  const explorer = useConfig()?.get('chain.explorer');
  const short = record.hash ? `${record.hash.slice(0, 10)}…${record.hash.slice(-6)}` : '';
  const hash =
    explorer && record.hash ? <TextLink href={`${explorer}/tx/${record.hash}`}>{short}</TextLink> : short;
  const credited = record.status === 'credited';
  const steps: Step[] = [
    { key: 'seen', title: t('statusSeen'), state: 'done', time: exactTime(record.time, locale), note: hash },
    {
      key: 'final',
      title: t('progress', { count: record.confirmations ?? 0, needed }),
      state: credited ? 'done' : 'current',
      note: credited ? undefined : t('progressText'),
    },
    { key: 'credited', title: t('statusCredited'), state: credited ? 'done' : 'waiting' },
  ];
  const labels = {
    done: t('stepDone'),
    current: t('stepCurrent'),
    waiting: t('stepWaiting'),
    held: t('stepHeld'),
    failed: t('stepFailed'),
  };
  return (
    <Card>
      <strong>{`${amountText(record.amount, locale)} ${record.coinid}`}</strong>
      <StepLine steps={steps} label={t('rail')} stateLabels={labels} />
    </Card>
  );
}

/** One line of the deposit list: amount, where it stands and why. */
export function DepositRow({ record }: { record: DepositRecord }) {
  const t = useTexts('deposit');
  const locale = useLocale();
  return (
    <ListRow
      title={`${amountText(record.amount, locale)} ${record.coinid}`}
      subtitle={record.description}
      trailing={<StatusPill state={pills[record.status] ?? 'waiting'}>{t(wordOf(record.status))}</StatusPill>}
      trailingNote={exactTime(record.time, locale)}
    />
  );
}
