import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { useMe } from '../platform/use-me.ts';
import { isReleasable } from './decide-form.tsx';

type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;
/** What is decided about: that it is paid, or that its money goes back. */
export type DecisionAction = 'approve' | 'release';

export type DecisionDryRun = {
  /** It takes two people, and this operator may be one: nothing is decided before it was read. */
  needed: boolean;
  dryRun: OutputOf<'Admin/WithdrawalDryRun'> | undefined;
  error: unknown;
  /** Reads it anew, after something else was done meanwhile. */
  again: () => void;
};

/** Whether the signer waits for an approval that this operator may still give, and nobody wants the money given back. */
function waitsForApproval({ status, waits, releases, approvals }: AdminWithdrawal, account: string): boolean {
  return (
    status === 'approved' &&
    waits === 'approvals' &&
    releases.length === 0 &&
    approvals.every(({ operator }) => operator !== account)
  );
}

/**
 * The decision at hand, and what it does where it takes two people and this operator may take part. `givesBack`: the operator would
 * rather give the money back than approve what the signer waits for.
 */
export function useDecisionDryRun(
  record: AdminWithdrawal | undefined,
  givesBack: boolean,
): DecisionDryRun & { action: DecisionAction } {
  const me = useMe();
  const further = record !== undefined && me !== undefined && waitsForApproval(record, me.account);
  const action = record?.status === 'reviewing' || (further && !givesBack) ? 'approve' : 'release';
  const looks =
    record !== undefined &&
    (record.status === 'reviewing' ? record.approvalsneeded > 1 : isReleasable(record));
  const id = record?.id ?? '';
  const needed = me !== undefined && mayCall(me.role, 'Admin/WithdrawalDryRun') && looks;
  const { data, error, refetch } = useQuery({
    queryKey: ['Admin/WithdrawalDryRun', id, action, record?.status],
    queryFn: () => call('Admin/WithdrawalDryRun', { id, action }),
    enabled: needed,
  });
  return { action, needed, dryRun: data, error, again: () => void refetch() };
}
