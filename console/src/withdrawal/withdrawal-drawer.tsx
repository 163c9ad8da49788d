import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Descriptions, Drawer, Flex, List, Tag, Typography } from 'antd';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { DecideForm } from './decide-form.tsx';
import { type AdminWithdrawal, StatusTag } from './withdrawals-screen.tsx';

function RiskReceipt({ record }: { record: AdminWithdrawal }) {
  return (
    <List
      header={t('checks')}
      bordered
      size="small"
      dataSource={record.checks}
      renderItem={(check) => (
        <List.Item
          extra={
            <Tag color={check.result === 'pass' ? 'green' : 'gold'}>
              {t(check.result === 'pass' ? 'pass' : 'held')}
            </Tag>
          }
        >
          {check.detail}
        </List.Item>
      )}
    />
  );
}

function Approvals({ record }: { record: AdminWithdrawal }) {
  const approved = record.approvals.filter((one) => one.decision === 'approve').length;
  return (
    <>
      {record.approvals.map((one) => (
        <Typography.Paragraph key={one.operator + one.time}>
          {`${one.operator}: ${t(one.decision === 'approve' ? 'approved' : 'rejected')}, ${exactTime(one.time)}. ${one.reason}`}
        </Typography.Paragraph>
      ))}
      {record.status === 'reviewing' && record.approvalsneeded > 1 && (
        <Alert type="info" showIcon message={approved === 0 ? t('needsTwo') : t('needsSecond')} />
      )}
    </>
  );
}

/** One withdrawal with its risk receipt and the decision; the second approval must be another operator's. */
export function WithdrawalDrawer({
  record,
  onClose,
}: {
  record: AdminWithdrawal | undefined;
  onClose: () => void;
}) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  async function decided(): Promise<void> {
    void message.success(t('recorded'));
    await queries.invalidateQueries({ queryKey: ['Admin/Withdrawals'] });
    onClose();
  }
  return (
    <Drawer open={record !== undefined} onClose={onClose} title={record?.id} size="large">
      {record && (
        <Flex vertical gap={16}>
          <Descriptions
            bordered
            size="small"
            column={1}
            items={[
              { key: 'status', label: t('status'), children: <StatusTag status={record.status} /> },
              { key: 'member', label: t('member'), children: `${record.nickname} · ${record.userid}` },
              { key: 'amount', label: t('amount'), children: `${record.amount} ${record.coinid}` },
              { key: 'fee', label: t('fee'), children: `${record.fee} ${record.coinid}` },
              { key: 'received', label: t('received'), children: `${record.received} ${record.coinid}` },
              {
                key: 'address',
                label: t('address'),
                children: <Typography.Text copyable>{record.address}</Typography.Text>,
              },
              { key: 'hash', label: t('hash'), children: record.hash ?? '—' },
              { key: 'time', label: t('time'), children: exactTime(record.time) },
              { key: 'by', label: t('decideBy'), children: exactTime(record.decideby) },
              { key: 'risk', label: t('risk'), children: record.score },
            ]}
          />
          <RiskReceipt record={record} />
          <Approvals record={record} />
          {record.reason !== null && <Alert type="warning" message={record.reason} />}
          {(record.status === 'reviewing' || record.status === 'failed') && (
            <DecideForm record={record} onDone={decided} />
          )}
        </Flex>
      )}
    </Drawer>
  );
}
