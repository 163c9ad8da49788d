import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { checkAntiphishingWord } from '@openmere/core/member/rules.ts';
import { checkPaypassword } from '../auth/check-paypassword.ts';
import type { AuthDeps } from '../auth/deps.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { findMember, changeMember } from './store.ts';

/**
 * Sets the word that every mail shows, and confirms the bound withdrawal address once more where there is one. Refusals in order:
 * `member.badwallet` (not the bound one), `member.badword`, those of checkPaypassword.
 */
export async function setAntiphishing(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: { address?: string | undefined; word: string; paypassword: string },
): Promise<void> {
  const { tx, now, actor } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  if (member.walletAddress !== (input.address?.toLowerCase() ?? null)) throw new Refusal('member.badwallet');
  refuse(checkAntiphishingWord(input.word));
  await checkPaypassword({ ...ctx.guards, tx, now, actor }, input.paypassword);
  await changeMember(tx, member.id, { antiphishing: input.word });
}
