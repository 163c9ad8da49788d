import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { withdrawalStatuses } from '@openmere/core/withdrawal/state.ts';
import { Button, Typography } from 'antd';
import { memberColumn, timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { useFilters } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime, spanText } from '../platform/time-text.ts';
import { useNow } from '../platform/use-now.ts';
import { approvedCount } from './approved-count.ts';
import { heldReasons } from './check-text.ts';
import { RiskScore } from './risk-score.tsx';
import { StatusTag } from './status-tag.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import style from './withdrawal.module.css';

export type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;

function DecideBy({ record }: { record: AdminWithdrawal }) {
  const now = useNow();
  if (record.status !== 'reviewing' || record.decideby === null) return '—';
  const leftMs = new Date(record.decideby).getTime() - now;
  return (
    <Typography.Text type={leftMs < 0 ? 'danger' : 'secondary'} title={exactTime(record.decideby)}>
      {leftMs < 0 ? t('overdue', { span: spanText(leftMs) }) : t('timeLeft', { span: spanText(leftMs) })}
    </Typography.Text>
  );
}

function Risk({ record }: { record: AdminWithdrawal }) {
  return (
    <>
      <RiskScore score={record.score} />
      <ul className={style.reasons}>
        {heldReasons(record).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  );
}

function actionOf({ status }: AdminWithdrawal): 'review' | 'show' {
  return status === 'reviewing' ? 'review' : 'show';
}

/** Who decided what, when and why. */
const decisionsOf = ({ approvals }: AdminWithdrawal): string =>
  approvals
    .map(({ decision, operator, time, reason }) => `${decision} ${operator} ${time}: ${reason}`)
    .join('; ');

export function columnsOf(open: (row: AdminWithdrawal) => void): Column<AdminWithdrawal>[] {
  return [
    {
      key: 'risk',
      title: t('risk'),
      render: (row) => <Risk record={row} />,
      text: (row) => String(row.score),
    },
    {
      key: 'amount',
      title: t('amount'),
      align: 'right',
      render: (row) => coinAmount(row.amount, row.coinid),
      text: (row) => row.amount,
    },
    { key: 'coin', title: t('coin'), text: (row) => row.coinid },
    memberColumn,
    {
      key: 'status',
      title: t('status'),
      render: (row) => <StatusTag status={row.status} />,
      text: (row) => row.status,
    },
    {
      key: 'approvals',
      title: t('approvals'),
      render: (row) => `${approvedCount(row)} / ${row.approvalsneeded}`,
      text: (row) => `${approvedCount(row)} of ${row.approvalsneeded}`,
    },
    { key: 'decideBy', title: t('decideBy'), render: (row) => <DecideBy record={row} /> },
    timeColumn,
    {
      key: 'open',
      title: '',
      align: 'right',
      render: (row) => (
        <Button size="small" onClick={() => open(row)} aria-label={`${t(actionOf(row))} ${row.id}`}>
          {t(actionOf(row))}
        </Button>
      ),
    },
    { key: 'id', title: t('withdrawal'), text: (row) => row.id },
    { key: 'hash', title: t('hash'), text: (row) => row.hash ?? '' },
    { key: 'fee', title: t('fee'), text: (row) => row.fee },
    { key: 'received', title: t('received'), text: (row) => row.received },
    { key: 'address', title: t('address'), text: (row) => row.address },
    { key: 'held', title: t('heldBecause'), text: (row) => heldReasons(row).join('; ') },
    { key: 'decided', title: t('decidedBy'), text: decisionsOf },
  ];
}

const withdrawalChoices = [
  { value: '', label: t('withdrawalsWaiting') },
  { value: 'all', label: t('allStatuses') },
  ...withdrawalStatuses.map((value) => ({ value, label: t(`status_${value}`) })),
];

function inputOf({ status = '', search = '' }: Filters): InputOf<'Admin/Withdrawals'> {
  const known = withdrawalStatuses.find((one) => one === status);
  return {
    ...(status === 'all' ? {} : { status: known ?? 'waiting' }),
    ...(search === '' ? {} : { search }),
  };
}

/** What a person is to decide, riskiest first, and every other withdrawal by status, member or transaction. */
export function WithdrawalsScreen() {
  const [{ open = '', status = '', search = '' }, change] = useFilters();
  const show = (row: AdminWithdrawal): void => change({ open: row.id });
  return (
    <>
      <ListScreen
        name="withdrawals"
        title={t('withdrawals')}
        path="Admin/Withdrawals"
        input={inputOf}
        search={t('withdrawalSearch')}
        choices={[{ key: 'status', label: t('status'), options: withdrawalChoices }]}
        columns={columnsOf(show)}
        rowKey={(row) => row.id}
        empty={t(status === '' && search === '' ? 'queueEmpty' : 'nothingFound')}
        onOpen={show}
      />
      <WithdrawalDrawer id={open} onClose={() => change({ open: '' })} />
    </>
  );
}
