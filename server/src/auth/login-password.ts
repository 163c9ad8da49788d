import {
  TELL_OWNER_AFTER,
  accountPot,
  dailyLooksPot,
  knownPot,
  prefixPot,
} from '@openmere/core/auth/pots.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Member } from '../member/store.ts';
import { findMemberByAccount } from '../member/store.ts';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { addressPrefix } from '../platform/http/limits.ts';
import { verifyPassword } from '../platform/passwords.ts';
import { fingerprint } from '../platform/secrets-box.ts';
import { isKnownBrowser } from './browser-store.ts';
import { spendCode } from './codes.ts';
import type { AskerCtx, AuthDeps } from './deps.ts';
import { askerOfDeviceCode, checkDeviceCode } from './device-code.ts';
import { isKnownNetwork } from './device-store.ts';
import { mailAttack } from './mail-attack.ts';
import { openWithFactor } from './open-with-factor.ts';
import { findLoginHash } from './password-store.ts';
import { prefixUses } from './pots.ts';
import type { PotUse } from './pots.ts';
import type { FactorProof } from './second-factor/check.ts';
import type { OpenedSession } from './sessions.ts';

export type LoginPasswordInput = FactorProof & {
  account: string;
  password: string;
  puzzle?: string | undefined;
  /** Of a login from somewhere unknown. */
  emailcode?: string | undefined;
};

/**
 * Logs in by account and password. A browser or a network of an earlier login, and who was just mailed a code, has a pot of its own; everybody else shares
 * one for the account and one for the address prefix, and goes on by a puzzle when they are empty: nobody is locked out by
 * a stranger (rulebook §1, T01). Refusals in order: `auth.slowdown` `{ seconds, puzzle }`, `auth.passwordpaused` (strangers
 * looked 20,000 times today: a code or the wallet lets one in), `auth.badlogin`, those of checkDeviceCode, those of checkFactorOfLogin. An unknown account takes the same path and
 * the same work (T02).
 * The password is looked at outside a transaction: waiting for argon2id must not hold the database's connections (T28).
 */
export async function loginPassword(
  ctx: DbCtx & Omit<AskerCtx, 'tx'> & AuthDeps,
  input: LoginPasswordInput,
): Promise<OpenedSession> {
  const { db } = ctx;
  const member = await findMemberByAccount(db, input.account);
  const stored = await findLoginHash(db, member?.id ?? '');
  const taken = await takeTry(ctx, { input, member });
  const isRight = await verifyPassword(stored, input.password);
  if (!isRight || !member) {
    if (taken.isWatched && member) await mailAttack(ctx, { member, origin: ctx.signing.origin });
    throw new Refusal('auth.badlogin');
  }
  await ctx.guards.pots.giveBack(taken.keys);
  const codeId = await checkDeviceCode(ctx, { member, code: input.emailcode });
  return inTransaction(db, async (tx) => {
    if (codeId !== undefined) await spendCode({ tx, now: ctx.now }, codeId);
    const opened = await openWithFactor({ ...ctx, tx }, { member, kind: 'password', proof: input });
    // A change ends the sessions that it finds, and this one was not there yet when the password was looked at.
    if ((await findLoginHash(tx, member.id)) !== stored) throw new Refusal('auth.badlogin');
    return opened;
  });
}

type Try = { input: LoginPasswordInput; member: Member | undefined };

/** Counts a try before the password is looked at. @returns the pots it took from, and whether the owner should hear. */
async function takeTry(
  ctx: DbCtx & Omit<AskerCtx, 'tx'> & AuthDeps,
  { input, member }: Try,
): Promise<{ keys: string[]; isWatched: boolean }> {
  const { db, now, actor } = ctx;
  const { from } = actor;
  const { pots } = ctx.guards;
  // By any of its names it is the same account.
  const account = fingerprint(`account:${member?.id ?? input.account.trim().toLowerCase()}`);
  const prefix = addressPrefix(from.ip);
  const browser = await isKnownBrowser(db, member?.id, from);
  const network = await isKnownNetwork(db, member?.id, from);
  const asker = input.emailcode === undefined ? undefined : await askerOfDeviceCode(ctx, member);
  const own = browser ? from.browser?.hash : network ? prefix : asker;
  const ownUses = [{ key: `login:${account}:${own ?? ''}`, pot: knownPot }];
  if (own !== undefined && (await pots.takeIfRoom(now, ownUses))) return takenFrom(ownUses);
  const uses = [
    { key: `login:${account}`, pot: accountPot },
    ...prefixUses('login:from', from.ip, prefixPot),
  ];
  const one = { subject: `login:${account}`, refusal: 'auth.slowdown', solved: input.puzzle, uses };
  await pots.take(now, one);
  const looks = { key: `login:day:${account}`, pot: dailyLooksPot };
  if (!(await pots.takeIfRoom(now, [looks]))) throw new Refusal('auth.passwordpaused');
  const isWatched = (await pots.levelOf(now, looks)) >= TELL_OWNER_AFTER;
  return { ...takenFrom([...uses, looks]), isWatched };
}

function takenFrom(uses: readonly PotUse[]): { keys: string[]; isWatched: boolean } {
  return { keys: uses.map(({ key }) => key), isWatched: false };
}
