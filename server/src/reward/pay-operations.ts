import { normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { parsePoolPayment, PAYING_POOL } from '@openmere/core/reward/pool-payment.ts';
import type { PoolPayment } from '@openmere/core/reward/pool-payment.ts';
import { postEntry } from '../ledger/post.ts';
import type { OnPosted } from '../ledger/post.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import { isListed } from '../member/sanctions-store.ts';
import { findMemberByCode } from '../member/store.ts';
import type { Member } from '../member/store.ts';
import type { ReadCtx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

const OPERATIONS: AccountName = `pool:${PAYING_POOL}`;

type Ctx = { tx: Tx; onPosted: OnPosted; proposalId: string };
type Asked = { pool: string; value: string };

/**
 * Pays out of the operations pool to a member account, which takes two operators. Refusals in order: badvalue (another pool, no
 * payment), nomember (also whoever closed the account), payeenotactivated, receiverbarred, and those of the ledger.
 */
export async function payFromOperations(
  { tx, onPosted, proposalId }: Ctx,
  { pool, value }: Asked,
): Promise<PoolPayment & { payee: Member }> {
  if (pool !== PAYING_POOL) throw new Refusal('operator.badvalue', { value: pool });
  const payment = parsePoolPayment(value);
  if (payment === undefined) throw new Refusal('operator.badvalue', { value });
  const payee = await findPayee({ tx }, payment.code);
  const { amount, coin } = payment;
  await postEntry(
    tx,
    {
      key: proposalId,
      kind: 'pool-payment',
      // Not the proposal's id, which a dry run cannot know yet.
      reference: PAYING_POOL,
      actor: 'system:pool-payment',
      data: { proposal: proposalId },
      postings: [{ source: OPERATIONS, destination: availableAccount(payee.id), asset: coin, amount }],
    },
    { onPosted },
  );
  return { ...payment, payee };
}

async function findPayee(ctx: ReadCtx, code: string): Promise<Member> {
  const payee = await findMemberByCode(ctx.tx, normaliseInviteCode(code));
  if (!payee) throw new Refusal('operator.nomember');
  if (payee.activatedAt === null) throw new Refusal('reward.payeenotactivated');
  if ((await mayOnlyLeave(ctx, payee)) || (await isListed(ctx.tx, payee.id)))
    throw new Refusal('transfer.receiverbarred');
  return payee;
}
