import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findMemberByWallet } from '../member/find.ts';
import { checkWalletAddress } from '../member/wallet-address.ts';
import type { IsOurAddress } from '../member/wallet-address.ts';
import type { Origin } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { AuthDeps } from './deps.ts';
import { addMember, admitRegistrant } from './register.ts';
import { openSession } from './sessions.ts';
import type { OpenedSession } from './sessions.ts';
import { takeWalletProof } from './wallet-message.ts';

export type LoginWalletInput = {
  address: string;
  message: string;
  signature: string;
  invitecode?: string | undefined;
  country?: string | undefined;
  agreements?: string | undefined;
};

/**
 * Logs in by a signed EIP-4361 message; an unknown wallet registers, and is bound, when an invitation code comes along.
 * Refusals in order: those of takeWalletProof, `auth.needinvite` (the message stays good for the second try), those of
 * admitRegistrant, `member.badwallet`.
 */
export async function loginWallet(
  tx: Tx,
  now: Date,
  from: Origin,
  input: LoginWalletInput,
  deps: AuthDeps & { isOurAddress: IsOurAddress },
): Promise<OpenedSession> {
  const address = await takeWalletProof(tx, now, deps.signing, input, { purpose: 'login', memberId: null });
  const known = await findMemberByWallet(tx, address);
  if (known) return openSession(tx, now, known, from, 'wallet');
  if (input.invitecode === undefined) throw new Refusal('auth.needinvite');
  const registrant = {
    email: null,
    walletAddress: address,
    invitecode: input.invitecode,
    country: input.country,
    agreements: input.agreements,
  };
  const inviter = await admitRegistrant(tx, from, 'Users/LoginWallet', registrant, deps);
  await checkWalletAddress(tx, address, deps.isOurAddress);
  const member = await addMember(tx, now, registrant, inviter.id, from);
  return openSession(tx, now, member, from, 'wallet');
}
