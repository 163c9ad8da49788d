import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime, TIME_WIDTH } from '../platform/time-text.ts';
import type { Column } from './list-table.tsx';
import { MemberLink } from './member-link.tsx';

/** A time; in the CSV file as the server says it. */
export function timeAt<Row>(key: string, title: string, pick: (row: Row) => string | null): Column<Row> {
  return {
    key,
    title,
    width: TIME_WIDTH,
    render: (row) => exactTime(pick(row)),
    text: (row) => pick(row) ?? '',
  };
}

/** An amount of a coin; a dash where there is none. */
export function amountAt<Row>(
  key: string,
  title: string,
  { coin, pick }: { coin: string; pick: (row: Row) => string | null },
): Column<Row> {
  return {
    key,
    title,
    align: 'right',
    render: (row) => {
      const amount = pick(row);
      return amount === null ? '—' : coinAmount(amount, coin);
    },
    text: (row) => pick(row) ?? '',
  };
}

/** When it happened. */
export const timeColumn: Column<{ time: string }> = timeAt('time', t('time'), (row) => row.time);

/** Whose it is, with the way to the member's page; in the CSV file the id. */
export const memberColumn: Column<{ userid: string; nickname: string }> = {
  key: 'member',
  title: t('member'),
  render: (row) => <MemberLink id={row.userid} name={row.nickname} />,
  text: (row) => row.userid,
};
