import { recoveryPot, totpPot, waitMsOf } from '@openmere/core/auth/pots.ts';
import type { Pot } from '@openmere/core/auth/pots.ts';
import { FACTOR_FRESH_MS, isTotpCode, normalRecoveryCode } from '@openmere/core/auth/second-factor/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { MemberActor, Origin } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { findTotpStep } from '../../platform/totp.ts';
import { isKnownBrowser } from '../browser-store.ts';
import type { Guards } from '../guards.ts';
import { verifyPasskey } from '../passkey/verify.ts';
import { findFactorProof, findLoginOf } from '../session-store.ts';
import type { SessionKind } from '../store.ts';
import type { SigningOrigin } from '../wallet-message.ts';
import { announceFactor, announceReset } from './announce.ts';
import { findTotp, takeRecoveryCode, takeStep } from './factor-store.ts';
import { endIfOpen, findOpenReset } from './reset-store.ts';
import { standsAgainstFactor } from './stands.ts';

/** `passkey`: what the browser answered to the question of Users/PasskeyAsk. */
export type FactorProof = { totp?: string | undefined; passkey?: string | undefined };

/** What must be there to look at a second factor: the tries are counted even when the call is refused. */
export type FactorDeps = { guards: Pick<Guards, 'pots'>; signing: Pick<SigningOrigin, 'origin'> };

type Look = { memberId: string; pot: string; proof: FactorProof };

/**
 * Asks for the second factor where one is on: a code of the authenticator app, each taken once, a recovery code, which is used up, or
 * a passkey of the member in their place.
 * @returns whether one was proved; false where none is on. Refusals in order: `auth.needtotp` (nothing came along, or half of it),
 * `auth.badfactorkey`; `auth.totpslow` { seconds }, `auth.badtotp`.
 */
async function look(ctx: Pick<Ctx, 'tx' | 'now'> & FactorDeps, asked: Look): Promise<boolean> {
  if (!(await prove(ctx, asked))) return false;
  await endFoundReset(ctx, asked.memberId);
  return true;
}

async function prove(ctx: Pick<Ctx, 'tx' | 'now'> & FactorDeps, asked: Look): Promise<boolean> {
  const { tx, now } = ctx;
  const { memberId, proof } = asked;
  const totp = await findTotp(tx, memberId);
  if (!totp) return false;
  if (proof.passkey !== undefined) {
    const passkey = await verifyPasskey(ctx, { text: proof.passkey, asked: memberId });
    if (!passkey) throw new Refusal('auth.badfactorkey');
    return true;
  }
  const typed = proof.totp?.trim();
  const recovery = normalRecoveryCode(typed ?? '');
  if (typed === undefined || !(isTotpCode(typed) || recovery)) throw new Refusal('auth.needtotp');
  if (recovery) return lookAtRecovery(ctx, { ...asked, recovery });
  const key = `totp:${memberId}:${asked.pot}`;
  await countTry(ctx, key, totpPot);
  const step = findTotpStep(totp.secret, typed, now);
  if (step === undefined || !(await takeStep(tx, memberId, step))) throw new Refusal('auth.badtotp');
  await ctx.guards.pots.giveBack([key]);
  return true;
}

/** Who has the factor did not lose it: a request to take it off ends, unless it stands against the factor itself. */
export async function endFoundReset(
  ctx: Pick<Ctx, 'tx' | 'now'> & Pick<FactorDeps, 'signing'>,
  memberId: string,
): Promise<void> {
  const { tx } = ctx;
  const open = await findOpenReset(tx, memberId);
  if (!open || (await standsAgainstFactor({ tx }, open))) return;
  if (await endIfOpen(tx, open.id, { state: 'found', now: await businessNow(tx) }))
    await announceReset(ctx, { memberId, change: 'resetended' });
}

async function lookAtRecovery(
  ctx: Pick<Ctx, 'tx' | 'now'> & FactorDeps,
  { memberId, pot, recovery }: Look & { recovery: string },
): Promise<boolean> {
  const { tx, now } = ctx;
  const key = `recovery:${memberId}:${pot}`;
  await countTry(ctx, key, recoveryPot);
  if (!(await takeRecoveryCode(tx, { memberId, code: recovery, now }))) throw new Refusal('auth.badtotp');
  await announceFactor(ctx, { memberId, change: 'recoveryused' });
  return true;
}

/** A try counts before it is looked at; a right one is given back. */
async function countTry(ctx: Pick<Ctx, 'now'> & FactorDeps, key: string, pot: Pot): Promise<void> {
  const { now, guards } = ctx;
  const use = { key, pot };
  if (await guards.pots.takeIfRoom(now, [use])) return;
  const waitMs = waitMsOf(await guards.pots.levelOf(now, use), pot);
  throw new Refusal('auth.totpslow', { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/**
 * The second factor at a login. Tries are counted by what was proved before: who knows the password uses up the tries of
 * passwords and no others, so that the owner gets in from a browser of before, by the mailbox, by the wallet, or by a
 * recovery code (rulebook §1, nobody is locked out by a stranger).
 */
export async function checkFactorOfLogin(
  ctx: Pick<Ctx, 'tx' | 'now'> & FactorDeps,
  { memberId, kind, from, proof }: { memberId: string; kind: SessionKind; from: Origin; proof: FactorProof },
): Promise<boolean> {
  const browser = (await isKnownBrowser(ctx.tx, memberId, from)) ? from.browser?.hash : undefined;
  return look(ctx, { memberId, pot: browser ?? kind, proof });
}

/**
 * The second factor of a member who is signed in, for withdrawals and security changes (rulebook §1). While the account is a
 * sub-account it is the main account's, as the payment password is: a thief in a sub-account meets no weaker entrance. `freshCounts`:
 * what this very session proved at its login counts for 15 minutes, as for a factor that is to be set anew after a phone was lost.
 */
export async function checkFactor(
  ctx: Ctx<Pick<MemberActor, 'id' | 'family' | 'sessionId'>> & FactorDeps,
  { proof, freshCounts = false }: { proof: FactorProof; freshCounts?: boolean },
): Promise<boolean> {
  const { actor } = ctx;
  if (
    freshCounts &&
    proof.totp === undefined &&
    proof.passkey === undefined &&
    (await factorProvedUntil(ctx)) !== undefined
  )
    return true;
  // One count for the whole login: leaving a sub-account and entering it again makes a session, and no new tries.
  const pot = await findLoginOf(ctx.tx, actor.sessionId);
  return look(ctx, { memberId: actor.family, pot, proof });
}

/** Until when the second factor counts that this very session was opened with. */
export async function factorProvedUntil(
  ctx: Ctx<Pick<MemberActor, 'id' | 'sessionId'>>,
): Promise<Date | undefined> {
  const { tx, now, actor } = ctx;
  const proved = await findFactorProof(tx, { id: actor.sessionId, memberId: actor.id });
  const until = proved && new Date(proved.getTime() + FACTOR_FRESH_MS);
  return until !== undefined && until > now ? until : undefined;
}
