import { chainExplorer } from '@openmere/core/setting/chain.ts';
import { CallFailed } from '../../parts/call-failed.tsx';
import { CopyValue } from '../../parts/copy-value.tsx';
import { HelpLink } from '../../parts/help-link.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, displayStyle } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useCall } from '../../platform/query.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Figure, HIDDEN } from '../../ui/figure.tsx';
import type { KeyValueRow } from '../../ui/key-value.tsx';
import { Receipt } from '../../ui/receipt.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { mainFigure } from './liquidity-records.tsx';
import type { LiquidityRecord } from './liquidity-records.tsx';

/** Every figure of a record that is not nothing, to the last unit. */
function useRecordRows(record: LiquidityRecord): KeyValueRow[] {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const figures: [key: string, label: string, plain: string, coin: string][] = [
    ['usdt', t('rowUsdt'), record.usdt, 'USDT'],
    ['open', t('rowOpen'), record.open, 'OPEN'],
    ['lp', t('rowLp'), record.lp, 'LP'],
    ['lpvalue', t('rowLpValue'), record.lpvalue, 'USDT'],
    ['ousd', t(record.type === 'redeem' ? 'rowRedeemed' : 'rowOusd'), record.ousd, 'OUSD'],
    // A release pays what was held: one figure, not two.
    [
      'ousdheld',
      record.type === 'readd' ? t('rowHeldUsed') : t('rowHeld'),
      record.type === 'release' ? '0' : record.ousdheld,
      'OUSD',
    ],
    ['equity', t('rowEquity'), record.equity, 'EQUITY'],
    ['counts', t('rowCounts'), record.counts, 'USDT'],
  ];
  return [
    ...figures
      .filter(([, , plain]) => plain !== '0')
      .map(([key, label, plain, coin]) => ({
        key,
        label,
        value: `${hide ? HIDDEN : amountText(plain, locale, 18)} ${coin}`,
        ...(key === 'ousdheld' && record.releaseat !== null
          ? { note: t('until', { time: exactTime(record.releaseat, locale) }) }
          : {}),
        ...(key === 'counts' && record.settlesat !== null
          ? { note: t('countsText', { time: exactTime(record.settlesat, locale) }) }
          : {}),
      })),
    { key: 'time', label: t('csv_time'), value: exactTime(record.time, locale) },
    {
      key: 'block',
      label: t('csv_block'),
      value: String(record.block),
      ...(record.status === 'seen' ? { note: t('seenText') } : {}),
    },
  ];
}

function RecordSlip({ record }: { record: LiquidityRecord }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const explorer = useSetting(chainExplorer);
  const rows = useRecordRows(record);
  const { plain, coin } = mainFigure(record);
  return (
    <Receipt
      title={t(`type_${record.type}`)}
      status={
        <StatusPill state={record.status === 'final' ? 'done' : 'working'}>
          {t(record.status === 'final' ? 'final' : 'seen')}
        </StatusPill>
      }
      figure={
        <Figure
          size="hero"
          value={amountText(plain, locale, 6)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit={coin}
          hiddenLabel={hide ? t('hidden') : undefined}
        />
      }
      rows={rows}
      footer={
        <>
          <CopyValue label={t('csv_hash')} value={record.hash} />
          {explorer && <TextLink href={`${explorer}/tx/${record.hash}`}>{t('explorer')}</TextLink>}
        </>
      }
    />
  );
}

/** One record by its id, as the address names it. */
export function RecordDetail({ id }: { id: string }) {
  const t = useTexts('liquidity');
  const { data, isError, error, refetch } = useCall('trade/LiquidityRecords', { id });
  const record = data?.list.find((row) => row.id === id);
  if (record)
    return (
      <>
        <RecordSlip record={record} />
        <HelpLink about={`liquidity:${record.id}`} />
      </>
    );
  if (data) return <EmptyState title={t('noSuch')}>{t('noSuchText')}</EmptyState>;
  if (!isError) return <WaitingCard />;
  return <CallFailed query={{ error, refetch }} />;
}
