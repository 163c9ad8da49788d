import type { OutputOf } from '@openmere/core/calls.ts';
import { BRAND } from '../platform/brand.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { Figure, HIDDEN } from '../ui/figure.tsx';
import { Receipt } from '../ui/receipt.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { ReceiptContent } from './receipt-picture.ts';

export type TransferRecord = OutputOf<'Wallet/Transfer'>;

/** The facts of a slip, the same on the screen, where amounts may be hidden, and in the picture, which one shares on purpose. */
function useReceiptRows(hide: boolean): (record: TransferRecord) => {
  key: string;
  label: string;
  value: string;
  note?: string;
  strong?: boolean;
}[] {
  const t = useTexts('transfer');
  const locale = useLocale();
  return (record) => {
    const sent = record.type !== 'in';
    const money = (plain: string) => `${hide ? HIDDEN : amountText(plain, locale)} ${record.coinid}`;
    return [
      {
        key: 'who',
        label: sent ? t('to') : t('from'),
        value: record.address,
        ...(sent ? { note: record.counterpart } : {}),
      },
      // The sender paid it; what arrived is what was received.
      ...(sent ? [{ key: 'fee', label: t('fee'), value: money(record.fee) }] : []),
      { key: 'arrived', label: t('arrived'), value: money(record.received), strong: true },
      ...(record.note === '' ? [] : [{ key: 'note', label: t('note'), value: record.note }]),
      { key: 'time', label: t('time'), value: exactTime(record.time, locale) },
      { key: 'id', label: t('number'), value: record.id },
    ];
  };
}

/** What the picture of a slip says. */
export function useReceiptContent(): (record: TransferRecord) => ReceiptContent {
  const t = useTexts('transfer');
  const locale = useLocale();
  const rowsOf = useReceiptRows(false);
  return (record) => {
    const sent = record.type !== 'in';
    return {
      brand: BRAND,
      title: sent ? t('sentTitle') : t('receivedTitle'),
      amount: `${amountText(sent ? record.amount : record.received, locale, 2)} ${record.coinid}`,
      rows: rowsOf(record).flatMap(({ note, ...row }) =>
        note === undefined ? [row] : [{ ...row, value: note }],
      ),
    };
  };
}

/** The slip of a transfer, sent or received. */
export function RecordReceipt({ record }: { record: TransferRecord }) {
  const t = useTexts('transfer');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const rowsOf = useReceiptRows(hide);
  const sent = record.type !== 'in';
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
          hiddenLabel={hide ? t('hidden') : undefined}
        />
      }
      rows={rowsOf(record)}
    />
  );
}
