import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import type { DepositStatus } from '@openmere/core/deposit/contract.ts';
import { Tag } from 'antd';
import { memberColumn, timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import type { Filters } from '../platform/address.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { ShortText } from '../ui/short-text.tsx';

type Row = OutputOf<'Admin/Deposits'>;

const colours: Record<DepositStatus, string> = {
  seen: 'processing',
  credited: 'success',
  ignored: 'default',
  orphaned: 'error',
  barred: 'warning',
  returning: 'processing',
  returned: 'default',
};
const statuses = Object.keys(colours) as DepositStatus[];

/** Where a deposit stands, in words and in colour. */
export function DepositTag({ status }: Pick<Row, 'status'>) {
  return <Tag color={colours[status as DepositStatus]}>{t(`deposit_${status as DepositStatus}`)}</Tag>;
}

export const depositColumns: readonly Column<Row>[] = [
  timeColumn,
  {
    key: 'amount',
    title: t('amount'),
    align: 'right',
    render: (row) => coinAmount(row.amount, row.coinid),
    text: (row) => row.amount,
  },
  { key: 'coin', title: t('coin'), text: (row) => row.coinid },
  {
    key: 'status',
    title: t('status'),
    render: ({ status }) => <DepositTag status={status} />,
    text: (row) => row.status,
  },
  memberColumn,
  { key: 'block', title: t('block'), render: (row) => row.block, text: (row) => String(row.block) },
  { key: 'swept', title: t('swept'), render: (row) => exactTime(row.swept), text: (row) => row.swept ?? '' },
  {
    key: 'hash',
    title: t('hash'),
    render: (row) => <ShortText text={row.hash} />,
    text: (row) => row.hash ?? '',
  },
];

function inputOf({ status = '', search = '' }: Filters): InputOf<'Admin/Deposits'> {
  const known = statuses.find((one) => one === status);
  return { ...(known ? { status: known } : {}), ...(search === '' ? {} : { search }) };
}

/** Deposits of all members, by status, member or transaction hash. */
export function DepositsScreen() {
  const options = [
    { value: '', label: t('allStatuses') },
    ...statuses.map((value) => ({ value, label: t(`deposit_${value}`) })),
  ];
  return (
    <ListScreen
      name="deposits"
      title={t('deposits')}
      path="Admin/Deposits"
      input={inputOf}
      search={t('depositSearch')}
      choices={[{ key: 'status', label: t('status'), options }]}
      columns={depositColumns}
      rowKey={(row) => row.id}
      empty={t('nothingFound')}
    />
  );
}
