import type { CallParsed } from '@openmere/core/kit/call.ts';
import { refuse, Refusal } from '@openmere/core/kit/refusal.ts';
import type { setNicknameHeadpic } from '@openmere/core/member/contract.ts';
import { checkNickname, normaliseNickname, skeletonOf } from '@openmere/core/member/nickname.ts';
import { checkAvatar } from '@openmere/core/member/rules.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/db/connect.ts';
import { isUploadOf } from '../setting/upload-store.ts';
import { changeMember } from './store.ts';

/**
 * Sets nickname and avatar; what is left out stays, what `clear` names becomes empty. Refusals in order: `member.nicknamelong`, `member.nicknamebad`,
 * `member.badavatar` (not a picture that this member uploaded), `member.nicknametaken` (also by a look-alike).
 */
export async function setProfile(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof setNicknameHeadpic>,
): Promise<void> {
  const { tx, actor } = ctx;
  if (input.nickname !== undefined) refuse(checkNickname(input.nickname));
  if (input.headpic !== undefined) {
    refuse(checkAvatar(input.headpic));
    if (!(await isUploadOf(tx, input.headpic.slice('/files/'.length), actor.id))) {
      throw new Refusal('member.badavatar');
    }
    await changeMember(tx, actor.id, { avatar: input.headpic });
  }
  if (input.clear?.includes('headpic')) await changeMember(tx, actor.id, { avatar: '' });
  if (input.nickname === undefined) return;
  const nickname = normaliseNickname(input.nickname);
  try {
    await changeMember(tx, actor.id, { nickname, nickname_key: skeletonOf(nickname) });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('member.nicknametaken');
    throw error;
  }
}
