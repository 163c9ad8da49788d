import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findMemberByWallet } from '../member/store.ts';
import { checkChainInviter, checkWalletAddress } from '../member/wallet-address.ts';
import type { IsOurAddress } from '../member/wallet-address.ts';
import type { AskerCtx, AuthDeps } from './deps.ts';
import { openWithFactor } from './open-with-factor.ts';
import { addMember, admitRegistrant } from './register.ts';
import type { FactorProof } from './second-factor/check.ts';
import { openSession } from './sessions.ts';
import type { OpenedSession } from './sessions.ts';
import { takeWalletProof } from './wallet-message.ts';

export type LoginWalletInput = FactorProof & {
  address: string;
  message: string;
  signature: string;
  invitecode?: string | undefined;
  country?: string | undefined;
  agreements?: string | undefined;
};

/**
 * Logs in by a signed EIP-4361 message; an unknown wallet registers, and is bound, when an invitation code comes along.
 * Refusals in order: those of takeWalletProof, `auth.closed`, those of checkFactorOfLogin, `auth.needinvite` (the message stays good for the second try), those of
 * admitRegistrant, `member.badwallet`, `member.otherinviter`.
 */
export async function loginWallet(
  ctx: AskerCtx & AuthDeps & { isOurAddress: IsOurAddress },
  input: LoginWalletInput,
): Promise<OpenedSession> {
  const { tx } = ctx;
  const address = await takeWalletProof(ctx, { proof: input, wanted: { purpose: 'login', memberId: null } });
  const known = await findMemberByWallet(tx, address);
  if (known && known.closedAt !== null) throw new Refusal('auth.closed');
  if (known) return openWithFactor(ctx, { member: known, kind: 'wallet', proof: input });
  if (input.invitecode === undefined) throw new Refusal('auth.needinvite');
  const registrant = {
    email: null,
    walletAddress: address,
    invitecode: input.invitecode,
    country: input.country,
    agreements: input.agreements,
  };
  const inviter = await admitRegistrant(ctx, { call: 'Users/LoginWallet', registrant });
  await checkWalletAddress(ctx, address);
  await checkChainInviter(ctx, { address, inviterId: inviter.id });
  const member = await addMember(ctx, { registrant, inviterId: inviter.id });
  return openSession(ctx, { member, kind: 'wallet' });
}
