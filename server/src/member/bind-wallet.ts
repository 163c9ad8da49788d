import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { spendCode } from '../auth/codes.ts';
import { mailboxProvedUntil } from '../auth/prove.ts';
import { makeWalletMessage, takeWalletProof } from '../auth/wallet-message.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { toMail } from '../platform/outbox.ts';
import { activateIfReady } from './activate.ts';
import type { MemberDeps } from './deps.ts';
import { findMember, findMemberByWallet, lockMember } from './find.ts';
import type { Member } from './store.ts';
import { isUniqueViolation } from './unique-violation.ts';
import { checkWalletAddress } from './wallet-address.ts';
import type { IsOurAddress } from './wallet-address.ts';

/** `isOurAddress` holds what the chain said before the transaction. */
export type WalletDeps = MemberDeps & { isOurAddress: IsOurAddress };

/**
 * Begins binding a wallet: answers the message to sign. Refusals in order: `member.walletbound` (has one, for ever),
 * `member.badwallet`, `member.wallettaken`.
 */
export async function bindWallet(
  tx: Tx,
  now: Date,
  actor: MemberActor,
  input: { address: string },
  deps: WalletDeps,
): Promise<{ nonce: string; message: string }> {
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  await checkFree(tx, member, input.address, deps);
  return makeWalletMessage(tx, now, deps.signing, {
    address: input.address,
    purpose: 'bind',
    memberId: actor.id,
  });
}

/**
 * Binds the wallet for ever, by its signature and, when the member has an e-mail, a fresh proof of the mailbox: a code
 * (purpose wallet), or the one that this very session was registered or logged in with, for 15 minutes (rulebook §1). A
 * stolen session alone cannot bind a thief's wallet. Refusals in order: `auth.badcode`, `auth.codespent`, those of takeWalletProof,
 * `member.walletbound`, `member.badwallet`, `member.wallettaken`.
 */
export async function confirmWallet(
  tx: Tx,
  now: Date,
  actor: MemberActor,
  input: { address: string; message: string; signature: string; emailcode?: string | undefined },
  deps: WalletDeps,
): Promise<void> {
  const before = await findMember(tx, actor.id);
  assert(before, 'a session belongs to a member');
  const codeId = await checkMailCode(tx, now, { actor, member: before }, input.emailcode, deps);
  const address = await takeWalletProof(tx, now, deps.signing, input, {
    purpose: 'bind',
    memberId: actor.id,
  });
  const member = await lockMember(tx, actor.id);
  assert(member, 'members are never removed');
  await checkFree(tx, member, address, deps);
  if (codeId !== undefined) await spendCode(tx, now, codeId);
  await storeWallet(tx, now, member.id, address);
  await activateIfReady(tx, now, member.id);
  if (member.email === null) return;
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: 'member.walletbound',
    params: { address, time: now.toISOString() },
    antiphishing: member.antiphishing,
  });
}

/** @returns the code to be spent; undefined when none is needed. */
async function checkMailCode(
  tx: Tx,
  now: Date,
  { actor, member }: { actor: MemberActor; member: Member },
  code: string | undefined,
  deps: MemberDeps,
): Promise<bigint | undefined> {
  const { email, id: memberId } = member;
  if (email === null) return undefined;
  if (code !== undefined) {
    return deps.guards.checkCode(now, { email, purpose: 'wallet', memberId, code, from: actor.from });
  }
  if (await mailboxProvedUntil(tx, now, actor)) return undefined;
  throw new Refusal('auth.badcode');
}

async function checkFree(db: Db, member: Member, address: string, deps: WalletDeps): Promise<void> {
  if (member.walletAddress !== null) throw new Refusal('member.walletbound');
  await checkWalletAddress(db, address, deps.isOurAddress);
  if (await findMemberByWallet(db, address)) throw new Refusal('member.wallettaken');
}

async function storeWallet(tx: Tx, now: Date, memberId: string, address: string): Promise<void> {
  try {
    await tx
      .updateTable('member')
      .set({ wallet_address: address, wallet_bound_at: now })
      .where('id', '=', memberId)
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('member.wallettaken');
    throw error;
  }
}
