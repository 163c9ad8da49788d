import { randomBytes } from 'node:crypto';
import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
import { skeletonOf } from '@openmere/core/member/nickname.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { changeMember, insertMember } from './store.ts';

export type DemoMemberInput = {
  walletAddress: string;
  inviterId: string;
  nickname: string;
  username: string | undefined;
  /** What the chain says. */
  activatedAt: Date;
};

const TRIES_MAX = 10;
const REGISTERED_BEFORE_MS = 15 * 60_000;

/**
 * Registers a member of the demo community as a login by wallet does, at the time that it would have been: bound, in a country, and activated
 * when the chain says so: its event is final there before anybody follows it. Only at the installation of a development chain.
 * @returns the member's id.
 */
export async function createDemoMember(ctx: Pick<Ctx, 'tx'>, input: DemoMemberInput): Promise<string> {
  const { nickname, username = null, activatedAt } = input;
  const registeredAt = new Date(activatedAt.getTime() - REGISTERED_BEFORE_MS);
  const id = newId('mem');
  // Where the drawn code is somebody's, another one is drawn.
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const added = await insertMember(ctx.tx, {
      id,
      main_id: null,
      username,
      username_key: username,
      nickname,
      nickname_key: skeletonOf(nickname),
      email: null,
      phone: null,
      country: 'SG',
      wallet_address: input.walletAddress.toLowerCase(),
      wallet_bound_at: registeredAt,
      invitation_code: makeInviteCode(randomBytes(5)),
      inviter_id: input.inviterId,
      registered_at: registeredAt,
      activated_at: null,
    });
    if (!added) continue;
    await changeMember(ctx.tx, id, { activated_at: activatedAt });
    return id;
  }
  throw new Error(`the demo member ${nickname} cannot be registered: wallet or name are somebody's`);
}
