import { randomBytes } from 'node:crypto';
import { isInviteCode, makeInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { skeletonOf } from '@openmere/core/member/nickname.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import type { Member } from './store.ts';
import { findRoot, insertMember } from './store.ts';

export type RootInput = {
  now: Date;
  /** Root of the Membership contract. */
  walletAddress: string;
  /** Random when left out. Throws when it is no invitation code. */
  invitationCode?: string | undefined;
  nickname?: string | undefined;
};

/**
 * Makes the first account at installation: activated, without an inviter (rulebook §1). Called again it answers the root
 * that is there already, whatever is asked now.
 */
export async function createRoot(ctx: Pick<Ctx, 'tx'>, input: RootInput): Promise<Member> {
  const { tx } = ctx;
  const known = await findRoot(tx);
  if (known) return known;
  const code =
    input.invitationCode === undefined
      ? makeInviteCode(randomBytes(5))
      : normaliseInviteCode(input.invitationCode);
  if (!isInviteCode(code))
    throw new Error('the root invitation code has six characters, the last of which checks the others');
  const nickname = input.nickname ?? 'Openmere';
  await insertMember(tx, {
    id: newId('mem'),
    main_id: null,
    username: null,
    username_key: null,
    nickname,
    nickname_key: skeletonOf(nickname),
    email: null,
    phone: null,
    country: null,
    wallet_address: input.walletAddress.toLowerCase(),
    wallet_bound_at: input.now,
    invitation_code: code,
    inviter_id: null,
    registered_at: input.now,
    activated_at: input.now,
  });
  const root = await findRoot(tx);
  assert(root, 'the root was just added');
  return root;
}
