import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findMember, findMemberByEmail } from '../member/store.ts';
import { spendCode } from './codes.ts';
import type { AskerCtx, AuthDeps } from './deps.ts';
import { openWithFactor } from './open-with-factor.ts';
import { addMember, admitRegistrant } from './register.ts';
import type { FactorProof } from './second-factor/check.ts';
import { openSession } from './sessions.ts';
import type { OpenedSession } from './sessions.ts';

export type LoginMailInput = FactorProof & {
  email: string;
  emailcode: string;
  invitecode?: string | undefined;
  country?: string | undefined;
  agreements?: string | undefined;
};

/**
 * Logs in by a code to an e-mail address; an unknown address registers when an invitation code comes along. Refusals in
 * order: `auth.badcode`, `auth.codespent`, `auth.needinvite` (the code stays good for the second try), those of
 * admitRegistrant; of a known address those of checkFactorOfLogin, which leave the code good. Whether the address is known is told only to whoever reads its mail (T02).
 */
export async function loginMail(ctx: AskerCtx & AuthDeps, input: LoginMailInput): Promise<OpenedSession> {
  const { tx, now, actor } = ctx;
  const email = input.email.toLowerCase();
  const claim = { email, purpose: 'login', memberId: null, code: input.emailcode, from: actor.from } as const;
  const codeId = await ctx.guards.checkCode(now, claim);
  const known = await findMemberByEmail(tx, email);
  if (known) {
    await spendCode(ctx, codeId);
    const opened = await openWithFactor(ctx, { member: known, kind: 'mail', proof: input });
    // Another mailbox was bound meanwhile, which ended the sessions that were there.
    if ((await findMember(tx, known.id))?.email !== email) throw new Refusal('auth.badcode');
    return opened;
  }
  if (input.invitecode === undefined) throw new Refusal('auth.needinvite');
  const registrant = {
    email,
    walletAddress: null,
    invitecode: input.invitecode,
    country: input.country,
    agreements: input.agreements,
  };
  const inviter = await admitRegistrant(ctx, { call: 'Users/LoginMail', registrant });
  const member = await addMember(ctx, { registrant, inviterId: inviter.id });
  await spendCode(ctx, codeId);
  return openSession(ctx, { member, kind: 'mail' });
}
