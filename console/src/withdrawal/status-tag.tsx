import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import { Tag } from 'antd';
import { t } from '../platform/texts.ts';

const colours: Record<WithdrawalStatus, string> = {
  reviewing: 'warning',
  approved: 'processing',
  sending: 'processing',
  sent: 'processing',
  confirmed: 'success',
  rejected: 'error',
  cancelled: 'default',
  failed: 'error',
};

export function StatusTag({ status }: { status: WithdrawalStatus }) {
  return <Tag color={colours[status]}>{t(`status_${status}`)}</Tag>;
}
