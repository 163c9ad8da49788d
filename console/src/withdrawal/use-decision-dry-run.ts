import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { useMe } from '../platform/use-me.ts';
import { isReleasable } from './decide-form.tsx';

/** What the decision at hand does, where it takes two people and this operator may take part. */
export function useDecisionDryRun(
  record: OutputOf<'Admin/Withdrawals'> | undefined,
): OutputOf<'Admin/WithdrawalDryRun'> | undefined {
  const me = useMe();
  const approves = record?.status === 'reviewing' && record.approvalsneeded > 1;
  const releases = record !== undefined && isReleasable(record);
  const id = record?.id ?? '';
  const action = approves ? 'approve' : 'release';
  return useQuery({
    queryKey: ['Admin/WithdrawalDryRun', id, action, record?.status],
    queryFn: () => call('Admin/WithdrawalDryRun', { id, action }),
    enabled: me !== undefined && mayCall(me.role, 'Admin/WithdrawalDryRun') && (approves || releases),
  }).data;
}
