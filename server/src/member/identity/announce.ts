import { identityMoved } from '@openmere/core/member/identity-contract.ts';
import type { IdentityState } from '@openmere/core/member/identity.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { toNotice } from '../../platform/notices.ts';
import { toMember } from '../../platform/outbox.ts';

/** Tells the open screens of a member how it stands with their identity check. */
export async function announceIdentity(tx: Tx, memberId: string, state: IdentityState): Promise<void> {
  await toMember(tx, identityMoved, memberId, { state });
}

/** Tells the decision; why stands on the screen, where only the member reads it. */
export async function noticeIdentity(
  tx: Tx,
  memberId: string,
  state: 'approved' | 'rejected',
): Promise<void> {
  const template = `member.identity.${state}` as const;
  await toNotice(tx, { memberId, template, params: {}, link: '/pages/mine/identity/identity' });
}
