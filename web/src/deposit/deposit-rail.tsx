import type { OutputOf } from '@openmere/core/calls.ts';
import { HelpLink } from '../parts/help-link.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useNetwork } from '../setting/use-network.ts';
import { Card } from '../ui/card.tsx';
import { Figure, HIDDEN } from '../ui/figure.tsx';
import { ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Receipt } from '../ui/receipt.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { StatusState } from '../ui/status-pill.tsx';
import { StepLine } from '../ui/step-line.tsx';
import type { Step } from '../ui/step-line.tsx';
import { HashLink } from '../wallet/hash-link.tsx';

export type DepositRecord = OutputOf<'Wallet/Deposits'>;

const pills: Record<string, StatusState> = {
  seen: 'working',
  credited: 'done',
  ignored: 'held',
  orphaned: 'failed',
  barred: 'held',
  returning: 'working',
  returned: 'failed',
};
const words = {
  seen: 'statusSeen',
  credited: 'statusCredited',
  ignored: 'statusIgnored',
  orphaned: 'statusOrphaned',
  barred: 'statusBarred',
  returning: 'statusReturning',
  returned: 'statusReturned',
} as const;

function wordOf(status: string) {
  return words[status as keyof typeof words] ?? 'statusSeen';
}

/** Block and index of the log in it, as explorers count them. */
function positionOf({ block, logindex }: DepositRecord): string | undefined {
  return block === undefined || logindex === undefined ? undefined : `${block} · ${logindex}`;
}

/** A deposit on its way: seen → confirmations → credited, moved by the socket. */
export function DepositRail({ record, needed }: { record: DepositRecord; needed: number | undefined }) {
  const t = useTexts('deposit');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const credited = record.status === 'credited';
  const position = positionOf(record);
  const steps: Step[] = [
    {
      key: 'seen',
      title: t('statusSeen'),
      state: 'done',
      time: exactTime(record.time, locale),
      note: record.hash === null ? null : <HashLink hash={record.hash} />,
    },
    {
      key: 'final',
      title:
        needed === undefined ? t('confirming') : t('progress', { count: record.confirmations ?? 0, needed }),
      state: credited ? 'done' : 'current',
      note: credited
        ? undefined
        : [t('progressText'), position && `${t('block')}: ${position}`].filter(Boolean).join(' '),
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
      <strong>{`${hide ? HIDDEN : amountText(record.amount, locale)} ${record.coinid}`}</strong>
      <StepLine steps={steps} label={t('rail')} stateLabels={labels} />
      <Silence silence={record.silence} />
    </Card>
  );
}

/** The network does not answer, and what was sent or is about to be waits: since when, and that it goes on by itself. */
export function Silence({ silence }: { silence: DepositRecord['silence'] }) {
  const t = useTexts('deposit');
  const locale = useLocale();
  if (!silence) return null;
  return (
    <Notice tone="warn" title={silence.reason}>
      {t('waitsSince', { time: exactTime(silence.since, locale) })}
    </Notice>
  );
}

function DepositPill({ status }: { status: string }) {
  const t = useTexts('deposit');
  return <StatusPill state={pills[status] ?? 'waiting'}>{t(wordOf(status))}</StatusPill>;
}

/** One line of the deposit list: amount and where it stands; what was not credited says why at once. */
export function DepositRow({ record, onOpen }: { record: DepositRecord; onOpen: () => void }) {
  const explained = record.status !== 'seen' && record.status !== 'credited';
  const ago = useAgo();
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  return (
    <ListRow
      title={`${hide ? HIDDEN : amountText(record.amount, locale)} ${record.coinid}`}
      subtitle={explained ? record.description : (record.silence?.reason ?? ago(record.time))}
      trailing={<DepositPill status={record.status} />}
      onPress={onOpen}
    />
  );
}

/** The slip of a deposit: how much, where it stands and why, on which network and by which transaction. */
export function DepositSlip({ record }: { record: DepositRecord }) {
  const position = positionOf(record);
  const t = useTexts('deposit');
  const network = useNetwork();
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  return (
    <>
      <Receipt
        title={t('slip')}
        status={<DepositPill status={record.status} />}
        figure={
          <Figure
            size="hero"
            value={amountText(record.amount, locale)}
            hiddenLabel={hide ? t('hidden') : undefined}
            decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            unit={record.coinid}
          />
        }
        rows={[
          { key: 'state', label: t('state'), value: record.description },
          { key: 'to', label: t('address'), value: record.address, note: t('networkName', { network }) },
          {
            key: 'hash',
            label: t('hashLabel'),
            value: record.hash === null ? null : <HashLink hash={record.hash} />,
          },
          ...(position === undefined ? [] : [{ key: 'block', label: t('block'), value: position }]),
          { key: 'time', label: t('time'), value: exactTime(record.time, locale) },
          { key: 'id', label: t('number'), value: record.id },
        ]}
      />
      <Silence silence={record.silence} />
      <HelpLink about={`deposit:${record.id}`} />
    </>
  );
}
