import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { useMe } from '../platform/use-me.ts';
import { isReleasable } from './decide-form.tsx';

export type DecisionDryRun = {
  /** It takes two people, and this operator may be one: nothing is decided before it was read. */
  needed: boolean;
  dryRun: OutputOf<'Admin/WithdrawalDryRun'> | undefined;
  error: unknown;
  /** Reads it anew, after something else was done meanwhile. */
  again: () => void;
};

/** What the decision at hand does, where it takes two people and this operator may take part. */
export function useDecisionDryRun(record: OutputOf<'Admin/Withdrawals'> | undefined): DecisionDryRun {
  const me = useMe();
  const approves = record?.status === 'reviewing' && record.approvalsneeded > 1;
  const releases = record !== undefined && isReleasable(record);
  const id = record?.id ?? '';
  const action = approves ? 'approve' : 'release';
  const needed = me !== undefined && mayCall(me.role, 'Admin/WithdrawalDryRun') && (approves || releases);
  const { data, error, refetch } = useQuery({
    queryKey: ['Admin/WithdrawalDryRun', id, action, record?.status],
    queryFn: () => call('Admin/WithdrawalDryRun', { id, action }),
    enabled: needed,
  });
  return { needed, dryRun: data, error, again: () => void refetch() };
}
