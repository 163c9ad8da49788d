import type { OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Descriptions, Drawer, Flex, Typography } from 'antd';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { ShortText } from '../ui/short-text.tsx';
import { approvedCount } from './approved-count.ts';
import { DecideForm } from './decide-form.tsx';
import { RiskReceipt } from './risk-receipt.tsx';
import { StatusTag } from './status-tag.tsx';
import { waitsText } from './waits-text.ts';
import { WithdrawalHistory } from './withdrawal-history.tsx';

type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;

function Facts({ record }: { record: AdminWithdrawal }) {
  const { coinid } = record;
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      items={[
        { key: 'status', label: t('status'), children: <StatusTag status={record.status} /> },
        {
          key: 'member',
          label: t('member'),
          children: (
            <>
              {record.nickname} <Typography.Text copyable>{record.userid}</Typography.Text>
            </>
          ),
        },
        { key: 'amount', label: t('amount'), children: coinAmount(record.amount, coinid) },
        { key: 'fee', label: t('fee'), children: coinAmount(record.fee, coinid) },
        { key: 'received', label: t('received'), children: coinAmount(record.received, coinid) },
        {
          key: 'address',
          label: t('address'),
          children: <Typography.Text copyable>{record.address}</Typography.Text>,
        },
        { key: 'hash', label: t('hash'), children: <ShortText text={record.hash ?? null} /> },
        { key: 'time', label: t('time'), children: exactTime(record.time) },
        { key: 'by', label: t('decideBy'), children: exactTime(record.decideby) },
        { key: 'risk', label: t('risk'), children: record.score },
      ]}
    />
  );
}

type Props = {
  record: AdminWithdrawal | undefined;
  /** It is no longer in the list it was opened from: somebody decided it, or it went on. */
  left: boolean;
  onClose: () => void;
};

/** One withdrawal with its risk receipt, its history and the decision. */
export function WithdrawalDrawer({ record, left, onClose }: Props) {
  const { message } = App.useApp();
  const queries = useQueryClient();

  async function decided(after: AdminWithdrawal): Promise<void> {
    const isProposed = after.releases.length > 0 && !after.released;
    const waiting = after.status === 'reviewing' || isProposed;
    const counts = isProposed
      ? { approvals: after.releases.length, needed: after.releasesneeded }
      : { approvals: approvedCount(after), needed: after.approvalsneeded };
    void message.success(
      waiting ? t('recordedFirst', counts) : t('recorded', { status: t(`status_${after.status}`) }),
    );
    onClose();
    await queries.invalidateQueries({ queryKey: ['Admin/Withdrawals'] });
  }

  return (
    <Drawer open={record !== undefined} onClose={onClose} title={t('withdrawal')} size={720} destroyOnHidden>
      {record && (
        <Flex vertical gap={16}>
          {left && <Alert type="warning" showIcon title={t('movedOn')} />}
          {record.waits !== null && record.status === 'approved' && (
            <Alert type="info" showIcon title={waitsText(record.waits)} />
          )}
          {record.reason !== null && <Alert type="warning" showIcon title={record.reason} />}
          <Facts record={record} />
          <RiskReceipt checks={record.checks} />
          <WithdrawalHistory record={record} />
          {!left && <DecideForm key={record.id} record={record} onDone={decided} />}
        </Flex>
      )}
    </Drawer>
  );
}
