import type { OutputOf } from '@openmere/core/calls.ts';
import type { amountText } from '../../platform/money-text.ts';
import type { StatusState } from '../../ui/status-pill.tsx';

export type FiatOrder = OutputOf<'Wallet/FiatOrders'>;

const pills: Record<FiatOrder['status'], StatusState> = {
  open: 'waiting',
  slip: 'working',
  matched: 'working',
  credited: 'done',
  rejected: 'failed',
  expired: 'void',
};

export const fiatWords = {
  open: 'statusOpen',
  slip: 'statusSlip',
  matched: 'statusMatched',
  credited: 'statusCredited',
  rejected: 'statusRejected',
  expired: 'statusExpired',
} as const satisfies Record<FiatOrder['status'], string>;

/** State and word of the order's pill: one to which nobody should pay any more is not "to be paid". */
export function fiatPill({ status, stop }: FiatOrder): {
  state: StatusState;
  word: (typeof fiatWords)[FiatOrder['status']] | 'statusStopped';
} {
  return status === 'open' && stop !== undefined
    ? { state: 'failed', word: 'statusStopped' }
    : { state: pills[status], word: fiatWords[status] };
}

/** Bank money as the reader writes it, with all its places. */
export function bankMoney(
  amount: string,
  currency: string,
  locale: Parameters<typeof amountText>[1],
): string {
  const [, fraction = ''] = amount.split('.');
  const places = fraction.length;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  // The text itself, not a float: every digit stays.
  return `${format.format(amount as `${number}`)} ${currency}`;
}
