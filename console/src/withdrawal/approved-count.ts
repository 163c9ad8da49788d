import type { OutputOf } from '@openmere/core/calls.ts';

/** How many different operators approved so far. */
export function approvedCount({ approvals }: Pick<OutputOf<'Admin/Withdrawals'>, 'approvals'>): number {
  return approvals.filter(({ decision }) => decision === 'approve').length;
}
