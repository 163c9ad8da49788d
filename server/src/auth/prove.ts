import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Member } from '../member/store.ts';
import { spendCode } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import type { CodePurpose } from './store.ts';
import { takeWalletProof } from './wallet-message.ts';

/** What a member sends along with a change that a stolen session alone must not make. */
export type FreshProof = {
  emailcode?: string | undefined;
  message?: string | undefined;
  signature?: string | undefined;
};

/**
 * Proves that the member, and not just a session of theirs, is here: by a code to the bound e-mail, or by a signature of the
 * bound wallet (getsign, purpose bind). Who has no e-mail can only sign. Refusals: `auth.badcode`, `auth.codespent`; `auth.noncespent`,
 * `auth.badmessage`, `auth.badsignature`.
 */
export async function proveFresh(
  tx: Tx,
  now: Date,
  member: Pick<Member, 'id' | 'email' | 'walletAddress'>,
  proof: FreshProof,
  purpose: CodePurpose,
  deps: AuthDeps,
): Promise<void> {
  const isSigned =
    proof.message !== undefined && proof.signature !== undefined && member.walletAddress !== null;
  if (member.email !== null && !(isSigned && proof.emailcode === undefined)) {
    if (proof.emailcode === undefined) throw new Refusal('auth.badcode');
    const claim = { email: member.email, purpose, memberId: member.id, code: proof.emailcode };
    return spendCode(tx, now, await deps.guards.checkCode(now, claim));
  }
  if (member.walletAddress === null) throw new Refusal('auth.badcode');
  if (proof.message === undefined || proof.signature === undefined) throw new Refusal('auth.badsignature');
  const signed = { address: member.walletAddress, message: proof.message, signature: proof.signature };
  await takeWalletProof(tx, now, deps.place, signed, { purpose: 'bind', memberId: member.id });
}
