import { normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { isAddressTarget, normaliseTarget } from '@openmere/core/transfer/rules.ts';
import { findMemberByDepositAddress } from '../deposit/address-store.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import type { Member } from '../member/store.ts';
import { findMember, findMemberByCode } from '../member/store.ts';
import type { ReadCtx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/**
 * Who stands behind a recharge address or an invitation code. Refusals in order: `transfer.noreceiver`,
 * `transfer.tooneself` (own sub-accounts are others), `transfer.receiverbarred`.
 */
export async function findReceiver(
  ctx: ReadCtx,
  { senderId, target }: { senderId: string; target: string },
): Promise<Member> {
  const { tx } = ctx;
  const member = isAddressTarget(target)
    ? await findByDepositAddress(tx, normaliseTarget(target))
    : await findMemberByCode(tx, normaliseInviteCode(target));
  if (!member) throw new Refusal('transfer.noreceiver');
  if (member.id === senderId) throw new Refusal('transfer.tooneself');
  if (await mayOnlyLeave(ctx, member)) throw new Refusal('transfer.receiverbarred');
  return member;
}

async function findByDepositAddress(db: Db, address: string): Promise<Member | undefined> {
  const owner = await findMemberByDepositAddress(db, address);
  return owner === undefined ? undefined : findMember(db, owner);
}
