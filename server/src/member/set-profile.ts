import { refuse, Refusal } from '@openmere/core/kit/refusal.ts';
import { checkNickname, normaliseNickname, skeletonOf } from '@openmere/core/member/nickname.ts';
import { checkAvatar } from '@openmere/core/member/rules.ts';
import { sql } from 'kysely';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { isUniqueViolation } from './unique-violation.ts';

/**
 * Sets nickname and avatar; what is left out stays. Refusals in order: `member.nicknamelong`, `member.nicknamebad`,
 * `member.badavatar` (not a picture that this member uploaded), `member.nicknametaken` (also by a look-alike).
 */
export async function setProfile(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: { nickname?: string | undefined; headpic?: string | undefined },
): Promise<void> {
  const { tx, actor } = ctx;
  if (input.nickname !== undefined) refuse(checkNickname(input.nickname));
  if (input.headpic !== undefined) {
    refuse(checkAvatar(input.headpic));
    if (input.headpic !== '' && !(await isOwnPicture(tx, actor.id, input.headpic))) {
      throw new Refusal('member.badavatar');
    }
    await tx.updateTable('member').set({ avatar: input.headpic }).where('id', '=', actor.id).execute();
  }
  if (input.nickname === undefined) return;
  const nickname = normaliseNickname(input.nickname);
  try {
    await tx
      .updateTable('member')
      .set({ nickname, nickname_key: skeletonOf(nickname) })
      .where('id', '=', actor.id)
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('member.nicknametaken');
    throw error;
  }
}

async function isOwnPicture(tx: Tx, memberId: string, address: string): Promise<boolean> {
  const name = address.slice('/files/'.length);
  const { rows } = await sql`select from upload where name = ${name} and member_id = ${memberId}`.execute(tx);
  return rows.length > 0;
}
