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

/** When it happened. */
export const timeColumn: Column<{ time: string }> = timeAt('time', t('time'), (row) => row.time);

/** Whose it is, with the way to the member's page; in the CSV file the id. */
export const memberColumn: Column<{ userid: string; nickname: string }> = {
  key: 'member',
  title: t('member'),
  render: (row) => <MemberLink id={row.userid} name={row.nickname} />,
  text: (row) => row.userid,
};
