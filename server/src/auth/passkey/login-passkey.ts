import type { loginPasskey, passkeyAsk } from '@openmere/core/auth/passkey/contract.ts';
import { PASSKEY_QUESTION_MS, relyingPartyOf } from '@openmere/core/auth/passkey/rules.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { findMember } from '../../member/store.ts';
import type { MemberActor, VisitorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { AskerCtx, AuthDeps } from '../deps.ts';
import { openSession } from '../sessions.ts';
import type { OpenedSession } from '../sessions.ts';
import { listPasskeys, putQuestion } from './passkey-store.ts';
import { verifyPasskey } from './verify.ts';

/**
 * Users/PasskeyAsk: names no passkey to a visitor, so that it tells nobody who has one (T02). Who is logged in is asked for their own, as
 * a second factor; as a sub-account for its main account's.
 */
export async function askPasskey(
  ctx: Ctx<VisitorActor | MemberActor> & Pick<AuthDeps, 'signing'>,
): Promise<CallResult<typeof passkeyAsk>> {
  const { tx, now, actor, signing } = ctx;
  const asked = actor.kind === 'member' ? actor.family : null;
  const own = asked === null ? [] : await listPasskeys(tx, asked);
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(signing.origin).id,
    userVerification: 'required',
    allowCredentials: own.map((one) => ({ id: one.credential_id })),
    timeout: PASSKEY_QUESTION_MS,
  });
  const until = new Date(now.getTime() + PASSKEY_QUESTION_MS);
  await putQuestion(tx, { challenge: options.challenge, memberId: asked, until });
  return { options: JSON.stringify(options) };
}

/**
 * Users/LoginPasskey: the authenticator signed our question and checked its holder, so it is two factors in one and no code is
 * asked besides. Refuses `auth.badpasskey` for all that is wrong (verify.ts).
 */
export async function loginByPasskey(
  ctx: AskerCtx & AuthDeps,
  input: CallParsed<typeof loginPasskey>,
): Promise<OpenedSession> {
  const passkey = await verifyPasskey(ctx, { text: input.response, asked: null });
  const member = passkey && (await findMember(ctx.tx, passkey.member_id));
  if (!member) throw new Refusal('auth.badpasskey');
  return openSession(ctx, { member, kind: 'passkey', hasFactor: true });
}
