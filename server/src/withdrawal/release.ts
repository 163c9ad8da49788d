import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { adminWithdrawalRelease } from '@openmere/core/withdrawal/contract.ts';
import { checkReason } from '@openmere/core/withdrawal/rules.ts';
import { sql } from 'kysely';
import type { OnPosted } from '../ledger/post.ts';
import { recordAudit } from '../operator/audit.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { announceStatus, mailMember } from './announce.ts';
import { findConsoleRecord } from './console-record.ts';
import { postRelease } from './hold.ts';
import { paidAlready } from './payout-id.ts';
import { lockWithdrawal } from './signer-store.ts';

/**
 * Admin/WithdrawalRelease: an operator confirms that nothing left, and the money goes back (rulebook §5). Possible for a
 * failed one, which the database lets fail only on proof (never signed, or its nonce consumed without payment), and for an
 * approved one that the signer lets wait and has never signed: it fails first. Refusals in order: notfound, needreason,
 * notreviewing (any other state, given back before, or paid on chain all the same).
 */
export async function releaseWithdrawal(
  tx: Tx,
  actor: OperatorActor,
  input: CallParsed<typeof adminWithdrawalRelease>,
  deps: { onPosted?: OnPosted },
): Promise<CallResult<typeof adminWithdrawalRelease>> {
  const row = await lockWithdrawal(tx, input.id);
  if (!row) throw new Refusal('withdrawal.notfound');
  refuse(checkReason(input.reason));
  const waits = row.status === 'approved' && row.blocked !== null && row.blocked !== paidAlready;
  if (!(waits || (row.status === 'failed' && row.released_at === null))) {
    throw new Refusal('withdrawal.notreviewing', { status: row.status });
  }
  if (waits) {
    await tx
      .updateTable('withdrawal')
      .set({ status: 'failed', reason: 'never signed' })
      .where('id', '=', row.id)
      .execute();
  }
  const released = await tx
    .updateTable('withdrawal')
    .set({ released_at: sql<Date>`now()` })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await postRelease(tx, row, deps.onPosted);
  await announceStatus(tx, row, 'failed');
  await mailMember(tx, released, 'released');
  await recordAudit(tx, actor, {
    action: 'withdrawal.release',
    subject: row.id,
    detail: { reason: input.reason, from: row.status, failure: row.reason ?? row.blocked ?? '' },
  });
  return findConsoleRecord(tx, released, actor.from.locale);
}
