import type { CallOutput } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { activation } from '@openmere/core/member/contract.ts';
import { nextActivationNeed } from '@openmere/core/member/rules.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { findActivation } from './activation-store.ts';
import { findMember } from './store.ts';

/** How far the activation on chain is, and what it needs next (specification §4). */
export async function getActivation(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
): Promise<CallOutput<typeof activation>> {
  const { tx, actor } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  const inviter = member.inviterId === null ? undefined : await findMember(tx, member.inviterId);
  const { chainContracts, depositConfirmations } = await readSettings(tx);
  const onChain = await findActivation(tx, member.walletAddress ?? '');
  const state = nextActivationNeed({
    activated: member.activatedAt !== null,
    pending: onChain !== undefined,
    hasWallet: member.walletAddress !== null,
    hasCountry: member.country !== null,
    inviterActivated: inviter !== undefined && inviter.activatedAt !== null,
  });
  return {
    state,
    inviteraddress: inviter?.walletAddress ?? null,
    contract: chainContracts.membership?.toLowerCase() ?? null,
    hash: onChain?.tx_hash ?? null,
    confirmations: onChain?.confirmations ?? 0,
    confirmationsneeded: depositConfirmations,
    activatedat: member.activatedAt?.toISOString() ?? null,
  };
}
