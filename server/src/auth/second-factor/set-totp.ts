import { randomBytes } from 'node:crypto';
import { totpPot, waitMsOf } from '@openmere/core/auth/pots.ts';
import type {
  recoveryCodes,
  totpConfirm,
  totpRemove,
  totpStart,
} from '@openmere/core/auth/second-factor/contract.ts';
import {
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  TOTP_START_MS,
  makeRecoveryCode,
} from '@openmere/core/auth/second-factor/rules.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { refuseSubAccount } from '../../member/family/own-login.ts';
import { findMember, lockMember } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { findTotpStep, newTotpSecret, totpUri } from '../../platform/totp.ts';
import type { AuthDeps } from '../deps.ts';
import { isFrozen } from '../freeze-store.ts';
import { proveFresh } from '../prove.ts';
import { checkLiving, endSessions, noteFactorProof } from '../session-store.ts';
import { announceFactor } from './announce.ts';
import { checkFactor, endFoundReset } from './check.ts';
import {
  dropStart,
  dropTotp,
  findStart,
  hasTotp,
  putRecoveryCodes,
  putStart,
  putTotp,
} from './factor-store.ts';
import { endIfOpen, findOpenReset } from './reset-store.ts';

type SetCtx = Ctx<MemberActor> & AuthDeps;

/**
 * Users/TotpStart: makes a secret, which waits for its first code. A stolen session alone must not lock its owner out: the
 * mailbox or the wallet proves, and the present factor where one is on (moving to another phone). What this very session
 * proved at its login counts for 15 minutes. A sub-account has no
 * factor of its own: its main account's is asked. Refusals in order: `member.noownlogin` for it, `ledger.frozen` for a first one,
 * those of checkFactor, those of proveFresh.
 */
export async function startTotp(
  ctx: SetCtx,
  input: CallParsed<typeof totpStart>,
): Promise<CallResult<typeof totpStart>> {
  const { tx, now, actor } = ctx;
  refuseSubAccount(ctx);
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  // It would shut the owner out, whose older wallet lifts the freeze, if the mailbox is why they froze.
  if (!(await hasTotp(tx, member.id)) && (await isFrozen(tx, member.id))) throw new Refusal('ledger.frozen');
  await checkFactor(ctx, { proof: input, freshCounts: true });
  await proveFresh(ctx, { actor, member, proof: input, purpose: 'password', isFirst: true });
  const secret = newTotpSecret();
  const until = new Date(now.getTime() + TOTP_START_MS);
  await putStart(tx, { memberId: member.id, sessionId: actor.sessionId, secret, until });
  const uri = totpUri(secret, member.username ?? member.email ?? member.nickname);
  return { secret, uri, until: until.toISOString() };
}

/**
 * Users/TotpConfirm: the first code shows that the app has the secret; from now on it is asked. Refusals in order: `auth.totpnotbegun` (by
 * this session, within 15 minutes), `auth.totpslow`, `auth.badtotp`.
 */
export async function confirmTotp(
  ctx: SetCtx,
  input: CallParsed<typeof totpConfirm>,
): Promise<CallResult<typeof totpConfirm>> {
  const { tx, now, actor } = ctx;
  const { id: memberId, sessionId } = actor;
  const use = { key: `totpstart:${memberId}:${sessionId}`, pot: totpPot };
  await lockMember(tx, memberId);
  // Behind a press on "freeze".
  await checkLiving(tx, sessionId);
  const secret = await findStart(tx, { memberId, sessionId, now });
  if (secret === undefined) throw new Refusal('auth.totpnotbegun');
  if (!(await ctx.guards.pots.takeIfRoom(now, [use]))) {
    const waitMs = waitMsOf(await ctx.guards.pots.levelOf(now, use), totpPot);
    throw new Refusal('auth.totpslow', { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }
  const step = findTotpStep(secret, input.totp, now);
  if (step === undefined) throw new Refusal('auth.badtotp');
  await ctx.guards.pots.giveBack([use.key]);
  await putTotp(tx, { memberId, secret, now, step });
  await dropStart(tx, memberId);
  await noteFactorProof(tx, now, { id: sessionId, memberId });
  // They were opened without it.
  await endSessions(tx, now, memberId, sessionId);
  await endFoundReset(ctx, memberId);
  await announceFactor(ctx, { memberId, change: 'totpon' });
  return { codes: await giveCodes(tx, memberId, now) };
}

async function giveCodes(tx: Tx, memberId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeRecoveryCode(randomBytes(RECOVERY_LENGTH)));
  await putRecoveryCodes(tx, { memberId, codes, now });
  return codes;
}

/**
 * Users/TotpRemove: turns the factor off. Refusals in order: `auth.nototp`, those of checkFactor (what the session proved at
 * its login counts), those of proveFresh.
 */
export async function removeTotp(ctx: SetCtx, input: CallParsed<typeof totpRemove>): Promise<void> {
  const { tx, now, actor } = ctx;
  const member = await lockMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  await checkLiving(tx, actor.sessionId);
  if (!(await hasTotp(tx, member.id))) throw new Refusal('auth.nototp');
  await checkFactor(ctx, { proof: input, freshCounts: true });
  await proveFresh(ctx, { actor, member, proof: input, purpose: 'password', isFirst: true });
  await dropTotp(tx, member.id);
  await endSessions(tx, now, member.id, actor.sessionId);
  // What it asks for is done, which the mail about it says.
  const open = await findOpenReset(tx, member.id);
  if (open) await endIfOpen(tx, open.id, { state: 'found', now: await businessNow(tx) });
  await announceFactor(ctx, { memberId: member.id, change: 'totpoff' });
}

/** Users/RecoveryCodes: ten new ones. Refusals in order: `auth.nototp`, those of checkFactor. */
export async function renewRecoveryCodes(
  ctx: SetCtx,
  input: CallParsed<typeof recoveryCodes>,
): Promise<CallResult<typeof recoveryCodes>> {
  const { tx, now, actor } = ctx;
  await lockMember(tx, actor.id);
  await checkLiving(tx, actor.sessionId);
  if (!(await hasTotp(tx, actor.id))) throw new Refusal('auth.nototp');
  await checkFactor(ctx, { proof: input });
  await announceFactor(ctx, { memberId: actor.id, change: 'recoverymade' });
  return { codes: await giveCodes(tx, actor.id, now) };
}
