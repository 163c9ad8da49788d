import type { OutputOf } from '@openmere/core/calls.ts';
import { Card, Tag } from 'antd';
import { t } from '../platform/texts.ts';
import { checkText } from './check-text.ts';
import style from './withdrawal.module.css';

/** Each check of the risk rules with what it found; held ones first, since they are why a person looks. */
export function RiskReceipt({ checks, coinid }: Pick<OutputOf<'Admin/Withdrawals'>, 'checks' | 'coinid'>) {
  const order = { held: 0, unchecked: 1, pass: 2 } as const;
  const sorted = checks.toSorted((a, b) => order[a.result] - order[b.result]);
  return (
    <Card size="small" title={t('checks')}>
      <ul className={style.rows}>
        {sorted.map((check) => (
          <li key={check.check} className={check.result === 'held' ? style.held : ''}>
            <span>{checkText(check, coinid)}</span>
            <Tag color={check.result === 'pass' ? 'success' : 'warning'}>{t(check.result)}</Tag>
          </li>
        ))}
      </ul>
    </Card>
  );
}
