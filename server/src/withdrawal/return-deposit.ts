import { Refusal } from '@openmere/core/kit/refusal.ts';
import { announceDeposits } from '../deposit/announce.ts';
import { lockSuspended } from '../deposit/release.ts';
import type { ShownDeposit } from '../deposit/store.ts';
import type { OnPosted } from '../ledger/post.ts';
import { screenAddress } from '../member/sanctions-store.ts';
import { findMember } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { approveWithdrawal } from './approve.ts';
import { postHold } from './hold.ts';
import { payoutIdOf } from './payout-id.ts';
import { insertReturn } from './return-store.ts';

/** Where a deposit may go back to: who sent it, or the wallet that its member proved. */
export const returnTargets = ['sender', 'wallet'] as const;
export type ReturnTarget = (typeof returnTargets)[number];

type Person = { id: string };
export type ReturnCtx = Pick<Ctx, 'tx'> & {
  reason: string;
  maker: Person;
  checker: Person;
  onPosted: OnPosted;
};

/**
 * Gives a deposit that may not be credited back: a payout with an id of its own, approved by two, whole and without a fee. From here
 * on it goes the way of every payout. Refusals in order: nosuspense, badreturn (no such proved address), returnlisted.
 * @returns the deposit and the address that it goes to.
 */
export async function returnDeposit(
  ctx: ReturnCtx,
  { id, target }: { id: string; target: ReturnTarget },
): Promise<{ deposit: ShownDeposit; address: string }> {
  const { tx, reason, maker, checker } = ctx;
  const deposit = await lockSuspended(ctx, id);
  const member = await findMember(tx, deposit.member_id);
  const address = target === 'sender' ? deposit.sender : member?.walletAddress;
  if (!member || !address) throw new Refusal('deposit.badreturn');
  if ((await screenAddress(tx, address)) === 'listed') throw new Refusal('deposit.returnlisted');
  const withdrawalId = newId('wdr');
  const row = await insertReturn(tx, {
    id: withdrawalId,
    payoutId: payoutIdOf(withdrawalId),
    deposit,
    family: member.family,
    address,
    approvals: [maker.id, checker.id],
    reason,
  });
  await postHold(ctx, row);
  await approveWithdrawal(ctx, { row, decider: 'twooperators' });
  await announceDeposits(tx, [{ ...deposit, status: 'returning' }], deposit.block_number);
  return { deposit, address };
}
