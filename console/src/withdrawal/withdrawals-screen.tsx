import type { OutputOf } from '@openmere/core/calls.ts';
import { type WithdrawalStatus, withdrawalStatuses } from '@openmere/core/withdrawal/state.ts';
import { Button, Select, Typography } from 'antd';
import { useState } from 'react';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime, spanText } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';
import { ListTable } from '../platform/list-table.tsx';
import { Screen } from '../ui/screen.tsx';
import { approvedCount } from './approved-count.ts';
import { StatusTag } from './status-tag.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';

export type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;

function DecideBy({ record, readAt }: { record: AdminWithdrawal; readAt: number }) {
  if (record.status !== 'reviewing' || record.decideby === null) return '—';
  const leftMs = new Date(record.decideby).getTime() - readAt;
  return (
    <Typography.Text type={leftMs < 0 ? 'danger' : 'secondary'} title={exactTime(record.decideby)}>
      {leftMs < 0 ? t('overdue', { span: spanText(leftMs) }) : t('timeLeft', { span: spanText(leftMs) })}
    </Typography.Text>
  );
}

function actionOf({ status }: AdminWithdrawal): 'review' | 'show' {
  return status === 'reviewing' ? 'review' : 'show';
}

/** The review queue, riskiest first, and every other withdrawal by status. */
export function WithdrawalsScreen() {
  const [status, setStatus] = useState<WithdrawalStatus>('reviewing');
  // Kept as it was opened: someone else may decide it meanwhile, and then it leaves this list.
  const [opened, setOpened] = useState<AdminWithdrawal>();
  const list = useList('Admin/Withdrawals', { status });
  const live = list.rows.find((row) => row.id === opened?.id);
  const tools = (
    <Select<WithdrawalStatus>
      aria-label={t('status')}
      value={status}
      onChange={setStatus}
      popupMatchSelectWidth={false}
      options={withdrawalStatuses.map((value) => ({ value, label: t(`status_${value}`) }))}
    />
  );
  return (
    <Screen title={t('withdrawals')} tools={tools}>
      <ListTable<AdminWithdrawal>
        list={list}
        rowKey={(row) => row.id}
        empty={t(status === 'reviewing' ? 'queueEmpty' : 'nothingFound')}
        columns={[
          { title: t('risk'), dataIndex: 'score', align: 'right' },
          { title: t('amount'), align: 'right', render: (_, row) => coinAmount(row.amount, row.coinid) },
          { title: t('time'), dataIndex: 'time', render: exactTime },
          { title: t('member'), render: (_, row) => row.nickname || row.userid },
          { title: t('approvals'), render: (_, row) => `${approvedCount(row)} / ${row.approvalsneeded}` },
          { title: t('decideBy'), render: (_, row) => <DecideBy record={row} readAt={list.readAt} /> },
          { title: t('status'), render: (_, row) => <StatusTag status={row.status} /> },
          {
            title: '',
            key: 'open',
            fixed: 'right',
            align: 'right',
            render: (_, row) => (
              <Button
                size="small"
                onClick={() => setOpened(row)}
                aria-label={`${t(actionOf(row))} ${row.id}`}
              >
                {t(actionOf(row))}
              </Button>
            ),
          },
        ]}
      />
      <WithdrawalDrawer
        record={live ?? opened}
        left={opened !== undefined && live === undefined && !list.loading}
        onClose={() => setOpened(undefined)}
      />
    </Screen>
  );
}
