import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminResumePayouts } from '@openmere/core/operator/contract.ts';
import { sql } from 'kysely';
import { clearHalt, readHalt } from '../ledger/halt.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { recordAudit } from './audit.ts';

/** Like large withdrawals: two different people. */
export const resumeApprovalsNeeded = 2;

/**
 * Admin/ResumePayouts: counts this operator's yes for the halt that stands now; the second different one lifts it. The
 * same operator again changes nothing. A later halt begins anew: approvals belong to the moment a halt began.
 */
export async function resumePayouts(
  tx: Tx,
  actor: OperatorActor,
  input: CallParsed<typeof adminResumePayouts>,
): Promise<CallResult<typeof adminResumePayouts>> {
  // One at a time, so that two first approvals do not miss each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('payout resume', 0))`.execute(tx);
  const halt = await readHalt(tx);
  if (!halt) return { halted: false, approvals: 0, approvalsneeded: resumeApprovalsNeeded };
  await tx
    .insertInto('payout_resume_approval')
    .values({ halted_at: halt.since, operator_id: actor.id, reason: input.reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await tx
    .selectFrom('payout_resume_approval')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('halted_at', '=', halt.since)
    .executeTakeFirstOrThrow();
  const approvals = Number(count);
  const lifted = approvals >= resumeApprovalsNeeded;
  if (lifted) await clearHalt(tx);
  await recordAudit(tx, actor, {
    action: lifted ? 'payout.resume' : 'payout.resumeapprove',
    subject: halt.since.toISOString(),
    detail: { reason: input.reason, halt: halt.reason, approvals },
  });
  return { halted: !lifted, approvals, approvalsneeded: resumeApprovalsNeeded };
}
