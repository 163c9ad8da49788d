import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminWithdrawalDryRun } from '@openmere/core/withdrawal/contract.ts';
import { dryRun } from '../operator/dry-run.ts';
import type { DryRun } from '../operator/dry-run.ts';
import type { DbCtx } from '../platform/context.ts';
import { checkApprovable } from './approve.ts';
import { postRelease, postSettlement } from './hold.ts';
import { lockWithdrawal } from './withdrawal-store.ts';

type Input = CallParsed<typeof adminWithdrawalDryRun>;

/**
 * Admin/WithdrawalDryRun: what the second operator's yes leads to, found by posting it and taking it back. An approval posts when the
 * payout is final on chain; money given back at once. Refusals in order: notfound, notreviewing, locked.
 */
export function showDecision(ctx: DbCtx, { id, action }: Input): Promise<DryRun> {
  return dryRun(ctx, {
    subject: ['withdrawal', id, action],
    work: async (tx, onPosted) => {
      const row = await lockWithdrawal(tx, id);
      if (!row) throw new Refusal('withdrawal.notfound');
      if (action === 'approve') await checkApprovable({ tx }, row);
      else if ((row.status !== 'approved' && row.status !== 'failed') || row.released_at !== null)
        throw new Refusal('withdrawal.notreviewing', { status: row.status });
      await (action === 'approve' ? postSettlement : postRelease)({ tx, onPosted }, row);
      const after = action === 'approve' ? 'approved' : 'released';
      return { changes: [{ what: row.id, before: row.status, after }], members: [row.member_id] };
    },
  });
}

/** Refuses `operator.proposalchanged` when the decision would do something else than what was looked at. */
export async function checkSeen(
  ctx: DbCtx,
  { hash, ...input }: Input & { hash: string | undefined },
): Promise<void> {
  if (hash === undefined) return;
  const now = await showDecision(ctx, input);
  if (now.hash !== hash) throw new Refusal('operator.proposalchanged');
}
