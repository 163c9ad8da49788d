import type { OutputOf } from '@openmere/core/calls.ts';
import { Card, Tag } from 'antd';
import { t } from '../platform/texts.ts';
import style from './withdrawal.module.css';

/** Each check of the risk rules with what it found; held ones first, since they are why a person looks. */
export function RiskReceipt({ checks }: Pick<OutputOf<'Admin/Withdrawals'>, 'checks'>) {
  const sorted = checks.toSorted((a, b) => Number(a.result === 'pass') - Number(b.result === 'pass'));
  return (
    <Card size="small" title={t('checks')}>
      <ul className={style.rows}>
        {sorted.map((check) => (
          <li key={check.check}>
            <span>{check.detail}</span>
            <Tag color={check.result === 'pass' ? 'success' : 'warning'}>{t(check.result)}</Tag>
          </li>
        ))}
      </ul>
    </Card>
  );
}
