import { proofFreshUntil } from '@openmere/core/auth/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Member } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { spendCode } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import { findMailboxProof } from './session-store.ts';
import type { CodePurpose } from './store.ts';
import { takeWalletProof } from './wallet-message.ts';

/** What a member sends along with a change that a stolen session alone must not make. */
export type FreshProof = {
  emailcode?: string | undefined;
  message?: string | undefined;
  signature?: string | undefined;
};

type Proving = {
  actor: MemberActor;
  member: Pick<Member, 'id' | 'email' | 'walletAddress'>;
  proof: FreshProof;
  purpose: CodePurpose;
  /** The code that this session was registered or logged in with counts, for 15 minutes: for what is set the first time. */
  isFirst?: boolean;
};

/** Whether it is the wallet that proves: it signed, and no code came along. */
export function isSigned({ walletAddress }: Pick<Member, 'walletAddress'>, proof: FreshProof): boolean {
  return (
    proof.message !== undefined &&
    proof.signature !== undefined &&
    proof.emailcode === undefined &&
    walletAddress !== null
  );
}

/**
 * Proves that the member, and not just a session of theirs, is here: by a code to the bound e-mail, or by a signature of the
 * bound wallet (getsign, purpose bind). Who has no e-mail can only sign. Refusals: `auth.badcode`, `auth.codespent`; `auth.noncespent`,
 * `auth.badmessage`, `auth.badsignature`.
 */
export async function proveFresh(ctx: Pick<Ctx, 'tx' | 'now'> & AuthDeps, proving: Proving): Promise<void> {
  const { tx, now } = ctx;
  const { actor, member, proof, purpose, isFirst = false } = proving;
  const isBare = proof.emailcode === undefined && proof.message === undefined;
  if (isFirst && isBare && (await mailboxProvedUntil({ tx, now, actor }))) return;
  if (member.email !== null && !isSigned(member, proof)) {
    if (proof.emailcode === undefined) throw new Refusal('auth.badcode');
    const claim = { email: member.email, purpose, memberId: member.id, code: proof.emailcode };
    return spendCode(ctx, await ctx.guards.checkCode(now, { ...claim, from: actor.from }));
  }
  if (member.walletAddress === null) throw new Refusal('auth.badcode');
  if (proof.message === undefined || proof.signature === undefined) throw new Refusal('auth.badsignature');
  const signed = { address: member.walletAddress, message: proof.message, signature: proof.signature };
  await takeWalletProof(ctx, { proof: signed, wanted: { purpose: 'bind', memberId: member.id } });
}

/** Until when the code counts that this very session was registered or logged in with: 15 minutes (rulebook §1). */
export async function mailboxProvedUntil(
  ctx: Ctx<Pick<MemberActor, 'id' | 'sessionId'>>,
): Promise<Date | undefined> {
  const { tx, now, actor } = ctx;
  const proved = await findMailboxProof(tx, { id: actor.sessionId, memberId: actor.id });
  const until = proofFreshUntil(now.getTime(), proved?.getTime());
  return until === undefined ? undefined : new Date(until);
}
