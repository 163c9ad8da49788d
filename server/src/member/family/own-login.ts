import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../../platform/actor.ts';

/**
 * Refuses `member.noownlogin` for a sub-account: what would let somebody log in to it, or guard such a login, while its main account can
 * still switch to it. Only an e-mail or a wallet makes it independent; then all of that is open to it.
 */
export function refuseSubAccount({ actor }: { actor: Pick<MemberActor, 'id' | 'family'> }): void {
  if (actor.family !== actor.id) throw new Refusal('member.noownlogin');
}
