import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { adminWithdrawalDecide } from '@openmere/core/withdrawal/contract.ts';
import { checkReason } from '@openmere/core/withdrawal/rules.ts';
import { approvalsNeeded } from '@openmere/core/withdrawal/state.ts';
import type { OnPosted } from '../ledger/post.ts';
import { recordAudit } from '../operator/audit-store.ts';
import { countWithAccess } from '../operator/operator-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { findDecision, insertDecision, listApprovers } from './approval-store.ts';
import { approveWithdrawal, checkApprovable } from './approve.ts';
import { findConsoleRecord } from './console-record-store.ts';
import { rejectWithdrawal } from './reject.ts';
import type { Withdrawal } from './tables.ts';
import { lockWithdrawal } from './withdrawal-store.ts';

type Input = CallParsed<typeof adminWithdrawalDecide>;

/**
 * Admin/WithdrawalDecide. One rejection ends it; an approval counts once per operator, and large amounts need two. An approved one
 * that waits at the signer for another approval can still be given it.
 * Refusals in order: notfound, needreason, notreviewing, locked (an approval, while nothing may leave its family), alreadydecided
 * (took another decision before), twopersons (approved before: the second one must be somebody else), proposalchanged (the second
 * approval names no dry run; that it is the right one, `checkSeen` looks before). Every decision stands in the audit log.
 */
export async function decideWithdrawal(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'> & { onPosted?: OnPosted },
  input: Input,
): Promise<CallResult<typeof adminWithdrawalDecide>> {
  const { tx, actor } = ctx;
  const row = await lockWithdrawal(tx, input.id);
  if (!row) throw new Refusal('withdrawal.notfound');
  refuse(checkReason(input.reason));
  if (input.decision === 'approve') await checkApprovable(ctx, row);
  else if (row.status !== 'reviewing') throw new Refusal('withdrawal.notreviewing', { status: row.status });
  await recordDecision(ctx, { row, input });
  // Who lost the access is none of two any more (docs/decisions/0294).
  const approvals =
    input.decision === 'approve' ? await countWithAccess(tx, await listApprovers(tx, row.id)) : 0;
  // Who decides a request that the rules would let pass is one operator.
  const needed = Math.max(approvalsNeeded(row.decider), 1);
  // A second pair of eyes that has not seen what it lets pass is none (rulebook §14).
  if (approvals > 1 && input.hash === undefined) throw new Refusal('operator.proposalchanged');
  const decided =
    input.decision === 'reject'
      ? await rejectWithdrawal(ctx, { row, reason: input.reason })
      : row.status === 'reviewing' && approvals >= needed
        ? await approveWithdrawal(ctx, { row, decider: row.decider === 'none' ? 'operator' : row.decider })
        : row;
  await recordAudit(tx, actor, {
    action: `withdrawal.${input.decision}`,
    subject: row.id,
    detail: { reason: input.reason, status: decided.status, approvals, needed },
  });
  return findConsoleRecord(tx, decided, actor.from.locale);
}

async function recordDecision(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { row, input }: { row: Withdrawal; input: Input },
): Promise<void> {
  const { tx, actor } = ctx;
  const before = await findDecision(tx, { withdrawalId: row.id, operatorId: actor.id });
  if (before)
    throw new Refusal(before === input.decision ? 'withdrawal.twopersons' : 'withdrawal.alreadydecided');
  const { decision, reason } = input;
  await insertDecision(tx, { withdrawal_id: row.id, operator_id: actor.id, decision, reason });
}
