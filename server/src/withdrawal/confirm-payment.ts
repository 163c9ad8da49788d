import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminPaymentConfirm } from '@openmere/core/withdrawal/contract.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { readPaidElsewhere } from './give-back.ts';
import type { ReleaseProofDeps } from './release-proof.ts';
import { confirmPayment } from './unmatched.ts';

export type ConfirmDeps = ReleaseProofDeps & { onPosted?: OnPosted };

/** Admin/PaymentConfirm: asks the chain first, where a hold is to be given back, and only then opens its transaction. */
export async function confirmWithProof(
  ctx: Pick<Ctx<OperatorActor>, 'actor'> & ConfirmDeps,
  input: CallParsed<typeof adminPaymentConfirm>,
): Promise<CallResult<typeof adminPaymentConfirm>> {
  const paidElsewhere = await readPaidElsewhere(ctx, input);
  return inTransaction(ctx.db, (tx) => confirmPayment({ ...ctx, tx, paidElsewhere }, input));
}
