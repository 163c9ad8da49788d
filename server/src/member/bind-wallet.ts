import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { announceChange } from '../auth/announce-change.ts';
import { spendCode } from '../auth/codes.ts';
import { isFrozen } from '../auth/freeze-store.ts';
import { mailboxProvedUntil } from '../auth/prove.ts';
import { checkFactor } from '../auth/second-factor/check.ts';
import type { FactorProof } from '../auth/second-factor/check.ts';
import { checkLiving } from '../auth/session-store.ts';
import { makeWalletMessage, takeWalletProof } from '../auth/wallet-message.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/db/connect.ts';
import { activateIfReady } from './activate.ts';
import type { MemberDeps } from './deps.ts';
import { becomeIndependent, lockFamilyOf, proveIndependence } from './family/become-independent.ts';
import type { Member } from './store.ts';
import { findMember, findMemberByWallet, changeMember } from './store.ts';
import { checkChainInviter, checkWalletAddress } from './wallet-address.ts';
import type { IsOurAddress } from './wallet-address.ts';

/** `isOurAddress` holds what the chain said before the transaction. */
export type WalletDeps = MemberDeps & { isOurAddress: IsOurAddress };

/**
 * Begins binding a wallet: answers the message to sign. Refusals in order: `member.walletbound` (has one, for ever),
 * `ledger.frozen`, `member.badwallet`, `member.wallettaken`, `member.otherinviter`.
 */
export async function bindWallet(
  ctx: Ctx<MemberActor> & WalletDeps,
  input: { address: string },
): Promise<{ nonce: string; message: string }> {
  const { tx, actor } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  await checkFree(ctx, { member, address: input.address });
  return makeWalletMessage(ctx, {
    address: input.address,
    purpose: 'bind',
    memberId: actor.id,
  });
}

/**
 * Binds the wallet for ever, by its signature and, when the member has an e-mail, a fresh proof of the mailbox: a code
 * (purpose wallet), or the one that this very session was registered or logged in with, for 15 minutes (rulebook §1). A
 * stolen session alone cannot bind a thief's wallet. A sub-account becomes independent by it, for which its main account's payment
 * password is asked. Refusals in order: those of proveIndependence for a sub-account, `auth.badcode`, `auth.codespent`, those of checkFactor, of takeWalletProof,
 * `member.walletbound`, `ledger.frozen`, `member.badwallet`, `member.wallettaken`, `member.otherinviter`.
 */
export async function confirmWallet(
  ctx: Ctx<MemberActor> & WalletDeps,
  input: FactorProof & {
    address: string;
    message: string;
    signature: string;
    emailcode?: string | undefined;
    paypassword?: string | undefined;
  },
): Promise<void> {
  const { tx, actor } = ctx;
  const before = await findMember(tx, actor.id);
  assert(before, 'a session belongs to a member');
  const { paypassword } = input;
  if (before.mainId !== null) await proveIndependence(ctx, { member: before, paypassword });
  const codeId = await checkMailCode(ctx, { member: before, code: input.emailcode });
  await checkFactor(ctx, { proof: input });
  const address = await takeWalletProof(ctx, {
    proof: input,
    wanted: {
      purpose: 'bind',
      memberId: actor.id,
    },
  });
  const member = await lockFamilyOf(ctx, before);
  await checkLiving(tx, actor.sessionId);
  await checkFree(ctx, { member, address });
  if (codeId !== undefined) await spendCode(ctx, codeId);
  await storeWallet(ctx, { memberId: member.id, address });
  if (member.mainId !== null) await becomeIndependent(ctx, member);
  await activateIfReady(ctx, member.id);
  await announceChange(ctx, { member, template: 'member.walletbound', params: { address } });
}

/** @returns the code to be spent; undefined when none is needed. */
async function checkMailCode(
  ctx: Ctx<MemberActor> & MemberDeps,
  { member, code }: { member: Member; code: string | undefined },
): Promise<bigint | undefined> {
  const { now, actor } = ctx;
  const { email, id: memberId } = member;
  if (email === null) return undefined;
  if (code !== undefined) {
    return ctx.guards.checkCode(now, { email, purpose: 'wallet', memberId, code, from: actor.from });
  }
  if (await mailboxProvedUntil(ctx)) return undefined;
  throw new Refusal('auth.badcode');
}

async function checkFree(
  ctx: Pick<Ctx, 'tx'> & WalletDeps,
  { member, address }: { member: Member; address: string },
): Promise<void> {
  const { tx } = ctx;
  if (member.walletAddress !== null) throw new Refusal('member.walletbound');
  // What is for ever waits until the owner has come back: the mailbox that proves it may be why they froze.
  if (await isFrozen(tx, member.family)) throw new Refusal('ledger.frozen');
  await checkWalletAddress(ctx, address);
  if (await findMemberByWallet(tx, address)) throw new Refusal('member.wallettaken');
  await checkChainInviter(ctx, { address, inviterId: member.inviterId });
}

async function storeWallet(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { memberId, address }: { memberId: string; address: string },
): Promise<void> {
  const { tx, now } = ctx;
  try {
    await changeMember(tx, memberId, { wallet_address: address, wallet_bound_at: now });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('member.wallettaken');
    throw error;
  }
}
