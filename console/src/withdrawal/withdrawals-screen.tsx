import type { OutputOf } from '@openmere/core/calls.ts';
import { type WithdrawalStatus, withdrawalStatuses } from '@openmere/core/withdrawal/state.ts';
import { Alert, Button, Flex, Select, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';

export type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;

const colours: Record<WithdrawalStatus, string> = {
  reviewing: 'gold',
  approved: 'blue',
  sending: 'blue',
  sent: 'blue',
  confirmed: 'green',
  rejected: 'red',
  cancelled: 'default',
  failed: 'red',
};

export function StatusTag({ status }: { status: WithdrawalStatus }) {
  return <Tag color={colours[status]}>{t(`status_${status}`)}</Tag>;
}

/** The review queue, riskiest first, and every other withdrawal by status. */
export function WithdrawalsScreen() {
  const [status, setStatus] = useState<WithdrawalStatus>('reviewing');
  const [openId, setOpenId] = useState<string>();
  const { rows, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useList(
    'Admin/Withdrawals',
    { status },
  );
  const shown = rows.find((row) => row.id === openId);
  return (
    <Flex vertical gap={16}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <Typography.Title level={2} style={{ margin: 0, fontSize: 20 }}>
          {t('withdrawals')}
        </Typography.Title>
        <Select<WithdrawalStatus>
          aria-label={t('status')}
          value={status}
          onChange={setStatus}
          options={withdrawalStatuses.map((value) => ({ value, label: t(`status_${value}`) }))}
          style={{ width: 180 }}
        />
      </Flex>
      {error && <Alert type="error" message={error.message || t('failed')} />}
      <Table<AdminWithdrawal>
        rowKey="id"
        loading={isPending}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('queueEmpty') }}
        onRow={(row) => ({ onClick: () => setOpenId(row.id) })}
        columns={[
          { title: t('risk'), dataIndex: 'score', width: 80 },
          { title: t('time'), dataIndex: 'time', render: exactTime },
          { title: t('member'), render: (_, row) => `${row.nickname} · ${row.userid}` },
          { title: t('amount'), align: 'right', render: (_, row) => `${row.amount} ${row.coinid}` },
          {
            title: t('approvals'),
            render: (_, row) =>
              `${row.approvals.filter((one) => one.decision === 'approve').length}/${row.approvalsneeded}`,
          },
          { title: t('status'), render: (_, row) => <StatusTag status={row.status} /> },
          {
            title: t('open'),
            render: (_, row) => (
              <Button size="small" onClick={() => setOpenId(row.id)}>
                {t('review')}
              </Button>
            ),
          },
        ]}
      />
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      <WithdrawalDrawer record={shown} onClose={() => setOpenId(undefined)} />
    </Flex>
  );
}
