import type { CallOutput } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { activation } from '@openmere/core/member/contract.ts';
import { nextActivationNeed } from '@openmere/core/member/rules.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Db } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { findMember } from './find.ts';

/** How far the activation on chain is, and what it needs next (specification §4). */
export async function getActivation(db: Db, actor: MemberActor): Promise<CallOutput<typeof activation>> {
  const member = await findMember(db, actor.id);
  assert(member, 'a session belongs to a member');
  const inviter = member.inviterId === null ? undefined : await findMember(db, member.inviterId);
  const { chainContracts, depositConfirmations } = await readSettings(db);
  const onChain = await db
    .selectFrom('member_activation')
    .select(['tx_hash', 'confirmations'])
    .where('wallet_address', '=', member.walletAddress ?? '')
    .executeTakeFirst();
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
