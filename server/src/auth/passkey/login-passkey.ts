import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { loginPasskey, passkeyAsk } from '@openmere/core/auth/passkey/contract.ts';
import { PASSKEY_QUESTION_MS, relyingPartyOf } from '@openmere/core/auth/passkey/rules.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findMember } from '../../member/store.ts';
import type { Ctx } from '../../platform/context.ts';
import type { AskerCtx, AuthDeps } from '../deps.ts';
import { openSession } from '../sessions.ts';
import type { OpenedSession } from '../sessions.ts';
import { parseAnswer } from './add-passkey.ts';
import { lockCredential, noteUse, putQuestion, takeQuestion } from './passkey-store.ts';

/** Users/PasskeyAsk: names no passkey, so that it tells nobody who has one (T02). */
export async function askPasskey(
  ctx: Pick<Ctx, 'tx' | 'now'> & Pick<AuthDeps, 'signing'>,
): Promise<CallResult<typeof passkeyAsk>> {
  const { tx, now, signing } = ctx;
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(signing.origin).id,
    userVerification: 'required',
    timeout: PASSKEY_QUESTION_MS,
  });
  const until = new Date(now.getTime() + PASSKEY_QUESTION_MS);
  await putQuestion(tx, { challenge: options.challenge, memberId: null, until });
  return { options: JSON.stringify(options) };
}

/**
 * Users/LoginPasskey: the authenticator signed our question and checked its holder, so it is two factors in one and no code is
 * asked besides. Refuses `auth.badpasskey` for all that is wrong: a passkey that nobody has, a question that is not ours, answered
 * before or too old, another origin, a holder who was not checked, a counter that went back.
 */
export async function loginByPasskey(
  ctx: AskerCtx & AuthDeps,
  input: CallParsed<typeof loginPasskey>,
): Promise<OpenedSession> {
  const { tx, now, signing } = ctx;
  const response = parseAnswer(input.response) as AuthenticationResponseJSON;
  const passkey = typeof response.id === 'string' ? await lockCredential(tx, response.id) : undefined;
  if (!passkey) throw new Refusal('auth.badpasskey');
  const party = relyingPartyOf(signing.origin);
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeQuestion(tx, now, { challenge, memberId: null }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  const member = await findMember(tx, passkey.member_id);
  if (!checked?.verified || !member) throw new Refusal('auth.badpasskey');
  await noteUse(tx, now, { id: passkey.id, counter: BigInt(checked.authenticationInfo.newCounter) });
  return openSession(ctx, { member, kind: 'passkey', hasFactor: true });
}
