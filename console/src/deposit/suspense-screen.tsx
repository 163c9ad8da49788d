import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Alert, Descriptions, Flex, Tag, Typography } from 'antd';
import { ChangeForm } from '../parts/change-form.tsx';
import type { Choice } from '../parts/change-form.tsx';
import { memberColumn, timeAt } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import type { Filters } from '../platform/address.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { spanText } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';
import { DepositTag } from './deposits-screen.tsx';

type Row = OutputOf<'Admin/Deposits'>;

/** How long it waits already; what has gone back waits no more. */
function Age({ row: { decided, status } }: { row: Row }) {
  const now = useNow();
  return decided === null || status === 'returned' ? '—' : spanText(now - Date.parse(decided));
}

function reasonOf({ bar }: Row): string {
  return bar === null ? '—' : t(`bar_${bar}`);
}

const columns: readonly Column<Row>[] = [
  timeAt('decided', t('suspenseSince'), (row) => row.decided),
  { key: 'age', title: t('age'), render: (row) => <Age row={row} />, text: (row) => row.decided ?? '' },
  {
    key: 'amount',
    title: t('amount'),
    align: 'right',
    render: (row) => coinAmount(row.amount, row.coinid),
    text: (row) => row.amount,
  },
  { key: 'coin', title: t('coin'), text: (row) => row.coinid },
  { key: 'bar', title: t('reason'), render: reasonOf, text: (row) => row.bar ?? '' },
  memberColumn,
  {
    key: 'status',
    title: t('status'),
    render: (row) => <DepositTag status={row.status} />,
    text: (row) => row.status,
  },
];

const statuses = ['ignored', 'returned'] as const;
const options = [
  { value: '', label: t('suspenseOpen') },
  ...statuses.map((value) => ({ value, label: t(`deposit_${value}`) })),
];

function inputOf({ status = '', search = '' }: Filters): InputOf<'Admin/Deposits'> {
  return {
    status: statuses.find((one) => one === status) ?? 'suspense',
    ...(search === '' ? {} : { search }),
  };
}

/**
 * Deposits that may not be credited: each goes back, or to its member when nothing bars it any more, by two operators. And those
 * that were not credited (too little, another coin): they go back when somebody asks for them, less the fee.
 */
export function SuspenseScreen() {
  return (
    <ListScreen
      name="suspense"
      title={t('suspense')}
      path="Admin/Deposits"
      input={inputOf}
      search={t('depositSearch')}
      choices={[{ key: 'status', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noSuspense')}
      details={(row) => <Details row={row} />}
    />
  );
}

function Details({ row }: { row: Row }) {
  const copy = (text: string) => <Typography.Text copyable>{text}</Typography.Text>;
  return (
    <Flex vertical gap={12}>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          ...(row.bar === null
            ? [{ key: 'state', label: t('reason'), children: row.description }]
            : [{ key: 'bar', label: t('reason'), children: reasonOf(row) }]),
          // Also of what was too little or of another coin, which nobody looked at for who sent it.
          ...(row.bar === null && row.barnow === null
            ? []
            : [{ key: 'now', label: t('barNow'), children: <BarNow row={row} /> }]),
          { key: 'sender', label: t('sender'), children: copy(row.sender) },
          { key: 'wallet', label: t('boundWallet'), children: row.wallet === null ? '—' : copy(row.wallet) },
          { key: 'hash', label: t('hash'), children: row.hash === null ? '—' : copy(row.hash) },
          { key: 'id', label: t('deposit'), children: copy(row.id) },
        ]}
      />
      {(row.status === 'barred' || row.status === 'ignored') && <Settle row={row} />}
      {row.status === 'returning' && <Alert type="info" showIcon title={t('suspenseReturning')} />}
    </Flex>
  );
}

function BarNow({ row: { barnow } }: { row: Row }) {
  if (barnow === null) return <Tag color="success">{t('barGone')}</Tag>;
  return <Tag color="warning">{t(`bar_${barnow}`)}</Tag>;
}

/** Back to who sent it, or to the wallet that the member proved; credited only when nothing bars it any more. */
function Settle({ row: { id, wallet, status, barnow } }: { row: Row }) {
  const choices: Choice[] = [
    { value: 'sender', label: t('returnToSender') },
    ...(wallet === null ? [] : [{ value: 'wallet', label: t('returnToWallet') }]),
    ...(status === 'barred'
      ? [
          {
            value: 'release',
            label: t('releaseDeposit'),
            why: barnow === null ? undefined : t('stillBarred'),
          },
        ]
      : []),
  ];
  return (
    <>
      <span>{t('suspenseHint')}</span>
      <ChangeForm kind="deposit" subject={id} choices={choices} refreshes={['Admin/Deposits']} />
    </>
  );
}
