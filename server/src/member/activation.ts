import type { CallOutput } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { activation } from '@openmere/core/member/contract.ts';
import { nextActivationNeed } from '@openmere/core/member/rules.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { activateIfReady } from './activate.ts';
import { findActivation } from './activation-store.ts';
import { mayOnlyLeave } from './only-leave.ts';
import { findMember } from './store.ts';

/**
 * How far the activation on chain is, and what it needs next (specification §4). Nothing tells when a country is barred no more: who waits
 * for that alone is activated when they look.
 */
export async function getActivation(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
): Promise<CallOutput<typeof activation>> {
  const { tx, actor } = ctx;
  const known = await findMember(tx, actor.id);
  const onChain = await findActivation(tx, known?.walletAddress ?? '');
  const isDone = onChain?.status === 'final' && (await activateIfReady(ctx, actor.id));
  const member = isDone ? await findMember(tx, actor.id) : known;
  assert(member, 'a session belongs to a member');
  const inviter = member.inviterId === null ? undefined : await findMember(tx, member.inviterId);
  const { chainContracts, depositConfirmations } = await readSettings(tx);
  const state = nextActivationNeed({
    activated: member.activatedAt !== null,
    barred: await mayOnlyLeave(ctx, member),
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
