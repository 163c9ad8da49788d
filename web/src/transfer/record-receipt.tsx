import type { OutputOf } from '@openmere/core/calls.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { Figure } from '../ui/figure.tsx';
import { Receipt } from '../ui/receipt.tsx';
import { StatusPill } from '../ui/status-pill.tsx';

export type TransferRecord = OutputOf<'Wallet/Transfer'>;

/** The slip of a transfer, sent or received. */
export function RecordReceipt({ record }: { record: TransferRecord }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const sent = record.type !== 'in';
  const money = (plain: string) => `${amountText(plain, locale)} ${record.coinid}`;
  return (
    <Receipt
      title={sent ? t('sentTitle') : t('receivedTitle')}
      status={<StatusPill state="done">{t('done')}</StatusPill>}
      figure={
        <Figure
          size="hero"
          value={amountText(sent ? record.amount : record.received, locale, 2)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit={record.coinid}
        />
      }
      rows={[
        {
          key: 'who',
          label: sent ? t('to') : t('from'),
          value: record.address,
          ...(sent ? { note: record.description } : {}),
        },
        { key: 'fee', label: t('fee'), value: money(record.fee) },
        { key: 'arrived', label: t('arrived'), value: money(record.received), strong: true },
        { key: 'time', label: t('time'), value: exactTime(record.time, locale) },
        { key: 'id', label: t('number'), value: record.id },
      ]}
    />
  );
}
