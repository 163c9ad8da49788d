import type { OutputOf } from '@openmere/core/calls.ts';
import { Card, Tag, Typography } from 'antd';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { StatusTag } from './status-tag.tsx';
import style from './withdrawal.module.css';

type Props = { record: OutputOf<'Admin/Withdrawals'> };

/** Who decided what and why, and which statuses it went through. */
export function WithdrawalHistory({ record }: Props) {
  return (
    <Card size="small" title={t('history')}>
      <ul className={style.rows}>
        {record.approvals.map((one) => (
          <li key={`${one.operator} ${one.time}`}>
            <span>
              {one.operator}: {one.reason}
              <Typography.Text type="secondary" className={style.when}>
                {exactTime(one.time)}
              </Typography.Text>
            </span>
            <Tag color={one.decision === 'approve' ? 'success' : 'error'}>
              {t(one.decision === 'approve' ? 'approved' : 'rejected')}
            </Tag>
          </li>
        ))}
        {record.releases.map((one) => (
          <li key={`${one.operator} ${one.time}`}>
            <span>
              {one.operator}: {one.reason}
              <Typography.Text type="secondary" className={style.when}>
                {exactTime(one.time)}
              </Typography.Text>
            </span>
            <Tag color="warning">{t('releaseBy')}</Tag>
          </li>
        ))}
        {record.steps.map((step) => (
          <li key={`${step.status} ${step.time}`}>
            <Typography.Text type="secondary">{exactTime(step.time)}</Typography.Text>
            <StatusTag status={step.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
