import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import { Tag } from 'antd';
import { t } from '../platform/texts.ts';

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
