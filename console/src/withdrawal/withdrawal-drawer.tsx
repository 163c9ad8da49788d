import type { OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Descriptions, Drawer, Flex, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { AuditLink } from '../parts/audit-link.tsx';
import { DryRunView } from '../parts/dry-run-view.tsx';
import { Failure } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { coinAmount } from '../platform/amount-text.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';
import { ShortText } from '../ui/short-text.tsx';
import { approvedCount } from './approved-count.ts';
import { DecideForm } from './decide-form.tsx';
import { RiskReceipt } from './risk-receipt.tsx';
import { RiskScore } from './risk-score.tsx';
import { StatusTag } from './status-tag.tsx';
import { useDecisionDryRun } from './use-decision-dry-run.ts';
import { waitsText } from './waits-text.ts';
import { WithdrawalHistory } from './withdrawal-history.tsx';
import style from './withdrawal.module.css';

type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;

function Facts({ record }: { record: AdminWithdrawal }) {
  const { coinid } = record;
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      items={[
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
        {
          key: 'id',
          label: t('withdrawal'),
          children: (
            <Flex gap={12} wrap>
              <Typography.Text copyable>{record.id}</Typography.Text>
              <AuditLink about={record.id} />
            </Flex>
          ),
        },
      ]}
    />
  );
}

/** What an operator would be refused, said before a reason is written. */
function LockAlert({ lock }: { lock: NonNullable<AdminWithdrawal['lock']> }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={lock.until === null ? t('riskFrozen') : t('riskLocked', { time: exactTime(lock.until) })}
      description={t('notWhileLocked')}
    />
  );
}

function Hero({ record }: { record: AdminWithdrawal }) {
  return (
    <div className={style.hero}>
      <span className={style.amount}>{coinAmount(record.amount, record.coinid)}</span>
      <StatusTag status={record.status} />
      <RiskScore score={record.score} />
      <MemberLink id={record.userid} name={record.nickname} />
    </div>
  );
}

/** One withdrawal by its number, empty for none: why it is held first, its facts below, and the decision always in reach. */
export function WithdrawalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Drawer
      open={id !== ''}
      onClose={onClose}
      title={t('withdrawal')}
      size={680}
      destroyOnHidden
      styles={{ body: { padding: 0 } }}
    >
      {id !== '' && <Review key={id} id={id} onClose={onClose} />}
    </Drawer>
  );
}

function Review({ id, onClose }: { id: string; onClose: () => void }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const list = useList('Admin/Withdrawals', { search: id });
  // An address that somebody sent may name whatever a search finds: another row must not come under the form.
  const record = list.rows.find((row) => row.id === id);
  const [givesBack, setGivesBack] = useState(false);
  const decision = useDecisionDryRun(record, givesBack);
  // An approval posts later, when the payout is final.
  const note = decision.action === 'approve' ? t('postsWhenPaid') : undefined;

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
    await queries.invalidateQueries({ queryKey: ['Admin/Queues'] });
  }

  const failed = <Failure error={list.error} readAt={list.readAt} again={list.again} />;
  if (!record) {
    return (
      <div className={style.review}>
        {list.error ? (
          failed
        ) : list.loading ? (
          <Skeleton active />
        ) : (
          <Alert type="warning" showIcon title={t('nothingFound')} />
        )}
      </div>
    );
  }
  return (
    <div className={style.sheet}>
      <Flex vertical gap={12} className={style.review ?? ''}>
        {failed}
        <Hero record={record} />
        {record.lock !== null && record.status === 'reviewing' && <LockAlert lock={record.lock} />}
        {record.waits !== null && record.status === 'approved' && (
          <Alert type="info" showIcon title={waitsText(record.waits)} />
        )}
        {record.reason !== null && <Alert type="warning" showIcon title={record.reason} />}
        {decision.dryRun && <DryRunView dryRun={decision.dryRun} note={note} />}
        {decision.error !== null && !decision.dryRun && (
          <Alert type="error" showIcon role="alert" title={failureText(decision.error)} />
        )}
        <RiskReceipt checks={record.checks} coinid={record.coinid} />
        <Facts record={record} />
        <WithdrawalHistory record={record} />
      </Flex>
      <DecideForm
        record={record}
        action={decision.action}
        seen={decision}
        onGiveBack={() => setGivesBack(true)}
        onDone={decided}
      />
    </div>
  );
}
