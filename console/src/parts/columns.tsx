import { t } from '../platform/texts.ts';
import { exactTime, TIME_WIDTH } from '../platform/time-text.ts';
import type { Column } from './list-table.tsx';
import { MemberLink } from './member-link.tsx';

/** When it happened; in the CSV file as the server says it. */
export const timeColumn: Column<{ time: string }> = {
  key: 'time',
  title: t('time'),
  width: TIME_WIDTH,
  render: (row) => exactTime(row.time),
  text: (row) => row.time,
};

/** Whose it is, with the way to the member's page; in the CSV file the id. */
export const memberColumn: Column<{ userid: string; nickname: string }> = {
  key: 'member',
  title: t('member'),
  render: (row) => <MemberLink id={row.userid} name={row.nickname} />,
  text: (row) => row.userid,
};
