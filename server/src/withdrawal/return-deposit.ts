import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { withdrawTerms } from '@openmere/core/setting/coin-terms.ts';
import { announceDeposits } from '../deposit/announce.ts';
import { lockSuspended, setApart } from '../deposit/release.ts';
import type { ShownDeposit } from '../deposit/store.ts';
import type { OnPosted } from '../ledger/post.ts';
import { screenAddress } from '../member/sanctions-store.ts';
import { findMember } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { approveWithdrawal } from './approve.ts';
import { postHold } from './hold.ts';
import { checkPayable } from './own-address.ts';
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
 * Gives a deposit back that was not credited: a payout with an id of its own, approved by two. What is barred goes back whole; of what
 * was too little, or of another coin, the fee of a withdrawal is taken off, so that it costs the house nothing. From here
 * on it goes the way of every payout. Refusals in order: nosuspense, badreturn (no such proved address, or one of ours), returnlisted, belowfee.
 * @returns the deposit, the address that it goes to, and the fee.
 */
export async function returnDeposit(
  ctx: ReturnCtx,
  { id, target }: { id: string; target: ReturnTarget },
): Promise<{ deposit: ShownDeposit; address: string; fee: bigint }> {
  const { tx, reason, maker, checker } = ctx;
  const deposit = await lockSuspended(ctx, { id, statuses: ['barred', 'ignored'] });
  const member = await findMember(tx, deposit.member_id);
  const address = target === 'sender' ? deposit.sender : member?.walletAddress;
  if (!member || !address) throw new Refusal('deposit.badreturn');
  const settings = await readSettings(tx);
  // Whoever swapped on the pair straight to a deposit address: the sender is a contract, which the signer never pays.
  if (await checkPayable(ctx, { address, contracts: settings.chainContracts }))
    throw new Refusal('deposit.badreturn');
  if ((await screenAddress(tx, address)) === 'listed') throw new Refusal('deposit.returnlisted');
  const fee = deposit.bar === null ? withdrawTerms(deposit.coin_id, settings).fee : 0n;
  if (deposit.amount <= fee)
    throw new Refusal('deposit.belowfee', { fee: formatAmount(fee), coin: deposit.coin_id });
  if (deposit.bar === null) await setApart(ctx, deposit);
  const withdrawalId = newId('wdr');
  const row = await insertReturn(tx, {
    id: withdrawalId,
    payoutId: payoutIdOf(withdrawalId),
    deposit,
    family: member.family,
    address,
    fee,
    approvals: [maker.id, checker.id],
    reason,
  });
  await postHold(ctx, row);
  await approveWithdrawal(ctx, { row, decider: 'twooperators' });
  await announceDeposits(tx, [{ ...deposit, status: 'returning' }], { head: deposit.block_number });
  return { deposit, address, fee };
}
