import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { Button } from '../ui/button.tsx';
import { Figure, HIDDEN } from '../ui/figure.tsx';
import { Stack } from '../ui/page.tsx';
import { Receipt } from '../ui/receipt.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { StatusState } from '../ui/status-pill.tsx';
import { HashLink } from '../wallet/hash-link.tsx';
import type { BalanceRecord } from './use-records.ts';

const pills: Record<NonNullable<BalanceRecord['outcome']>, StatusState> = {
  held: 'held',
  paid: 'done',
  returned: 'void',
};

/** Where the thing itself stands that a record is the booking of. */
function linkOf({ kind, coinid, reference }: BalanceRecord) {
  if (kind === 'transfer')
    return { key: 'openTransfer', href: `#/pages/wallet/transfer/recode/recode?id=${reference}` } as const;
  if (kind === 'withdrawal' || kind === 'withdrawal-end')
    return {
      key: 'openWithdrawal',
      href: `#/pages/wallet/withdraw/recode/recodeChain?id=${reference}`,
    } as const;
  if (kind === 'deposit' && reference.startsWith('fio_'))
    return { key: 'openDeposit', href: `#/pages/wallet/recharge/rechargeFiat?id=${reference}` } as const;
  if (kind === 'deposit')
    return { key: 'openDeposit', href: '#/pages/wallet/recharge/rechargeChain' } as const;
  // A completed order gives its buyer OBL and its shop the money.
  if (kind === 'order-complete' && coinid !== 'OBL')
    return { key: 'openOrder', href: `#/pages/mall/shopManage?part=orders&id=${reference}` } as const;
  if (kind.startsWith('order-'))
    return { key: 'openOrder', href: `#/pages/order/detail?id=${reference}` } as const;
  return undefined;
}

function Slip({ record }: { record: BalanceRecord }) {
  const t = useTexts('asset');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const { outcome, counterpart } = record;
  const link = linkOf(record);
  return (
    <Stack>
      <Receipt
        title={record.description}
        status={
          <StatusPill state={outcome ? pills[outcome] : 'done'}>
            {t(outcome ? `outcome_${outcome}` : 'booked')}
          </StatusPill>
        }
        figure={
          <Figure
            size="hero"
            value={(record.amount.startsWith('-') ? '' : '+') + amountText(record.amount, locale)}
            decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
            unit={record.coinid}
            hiddenLabel={hide ? t('hidden') : undefined}
          />
        }
        rows={[
          ...(counterpart === null ? [] : [{ key: 'with', label: t('withWhom'), value: counterpart }]),
          {
            key: 'after',
            label: t('balanceAfter'),
            value: `${hide ? HIDDEN : amountText(record.balanceafter, locale)} ${record.coinid}`,
          },
          ...(record.fee === null
            ? []
            : [
                {
                  key: 'fee',
                  label: t('fee'),
                  value: `${hide ? HIDDEN : amountText(record.fee, locale)} ${record.coinid}`,
                },
              ]),
          // What is worth itself needs no second line.
          ...(record.usdtvalue === null || record.usdtvalue === record.amount
            ? []
            : [
                {
                  key: 'worth',
                  label: t('worthThen'),
                  value: `${hide ? HIDDEN : amountText(record.usdtvalue, locale, 2)} USDT`,
                },
              ]),
          ...(record.hash === null
            ? []
            : [{ key: 'hash', label: t('hash'), value: <HashLink hash={record.hash} /> }]),
          { key: 'time', label: t('time'), value: exactTime(record.time, locale) },
          { key: 'id', label: t('number'), value: record.reference },
        ]}
      />
      {link && (
        <Button tone="secondary" href={link.href}>
          {t(link.key)}
        </Button>
      )}
    </Stack>
  );
}

/** One record opened: with whom, what became of it, the balance after it, and the way to the thing itself. */
export function RecordSheet({ record, onClose }: { record: BalanceRecord | undefined; onClose: () => void }) {
  const t = useTexts('asset');
  return (
    <ClosableSheet open={record !== undefined} onClose={onClose} title={t('record')}>
      {record && <Slip record={record} />}
    </ClosableSheet>
  );
}
