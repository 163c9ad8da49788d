import type { factorReset, factorResetRefuse } from '@openmere/core/auth/second-factor/reset-contract.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { lockOutboundFor } from '../../ledger/outbound.ts';
import { findMember, findMemberByEmail, findMemberByWallet, lockMember } from '../../member/store.ts';
import type { Member } from '../../member/store.ts';
import type { MemberActor, VisitorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { addressPrefix } from '../../platform/http/limits.ts';
import { newId } from '../../platform/ids.ts';
import { readSettings } from '../../setting/read.ts';
import { hasLoggedIn } from '../browser-store.ts';
import { checkPaypassword } from '../check-paypassword.ts';
import { spendCode } from '../codes.ts';
import type { AuthDeps } from '../deps.ts';
import { deviceHashOf, deviceNameOf } from '../device.ts';
import { findFreeze } from '../freeze-store.ts';
import { hasOlderPay } from '../older-proof.ts';
import { findPayHash } from '../password-store.ts';
import { endSessions } from '../session-store.ts';
import { takeWalletProof } from '../wallet-message.ts';
import type { SigningOrigin } from '../wallet-message.ts';
import { announceReset } from './announce.ts';
import { checkFactor } from './check.ts';
import { dropTotp, hasTotp } from './factor-store.ts';
import { endIfOpen, endReset, findOpenReset, findReset, insertReset, lockReset } from './reset-store.ts';
import type { FactorReset } from './reset-store.ts';
import { standsAgainstFactor } from './stands.ts';

type Asked = CallParsed<typeof factorReset>;
type Shown = CallResult<typeof factorReset>;

/**
 * Users/FactorReset: whoever lost the authenticator app and the recovery codes asks two operators to take the factor off. The mailbox
 * or the wallet proves who asks; a code of purpose `password`, whose mail says that it is about two-step verification.
 * Refusals in order: those of checkCode or takeWalletProof, `auth.closed`, `auth.nototp` (also for an address that nobody has: only who
 * reads its mail hears it).
 */
export async function askForReset(
  ctx: Ctx<VisitorActor | MemberActor> & AuthDeps,
  input: Asked,
): Promise<Shown> {
  const { tx, actor } = ctx;
  const { member, proof } = await findOwner(ctx, input);
  if (!member) throw new Refusal('auth.nototp');
  if (member.closedAt !== null) throw new Refusal('auth.closed');
  await lockMember(tx, member.id);
  if (!(await hasTotp(tx, member.id))) throw new Refusal('auth.nototp');
  const askedAt = await businessNow(tx);
  const stands = await standsAgainstFactor({ tx }, { member_id: member.id, proof });
  const open = await findOpenReset(tx, member.id);
  // Whoever holds the factor would ask by the mailbox first, and end that when they please.
  const isReplaced = stands && open?.proof === 'mail';
  if (open && !isReplaced) return showReset(open);
  if (open) await endIfOpen(tx, open.id, { state: 'replaced', now: askedAt });
  const { from } = actor;
  const { factorResetHours } = await readSettings(tx);
  const row = await insertReset(tx, {
    id: newId('frs'),
    member_id: member.id,
    proof,
    device: deviceNameOf(from),
    device_hash: deviceHashOf(from),
    known_browser: await hasLoggedIn(tx, member.id, from),
    ip: from.ip,
    ip_prefix: addressPrefix(from.ip),
    ip_country: from.country,
    asked_at: askedAt,
    ready_at: new Date(askedAt.getTime() + factorResetHours * 3_600_000),
  });
  await announceReset(ctx, { memberId: member.id, change: 'resetasked', until: row.ready_at, stands });
  return showReset(row);
}

async function findOwner(
  ctx: Ctx<VisitorActor | MemberActor> & AuthDeps,
  input: Asked,
): Promise<{ member: Member | undefined; proof: FactorReset['proof'] }> {
  const { tx, now, actor } = ctx;
  const { address, message, signature, emailcode: code } = input;
  if (address !== undefined && message !== undefined && signature !== undefined) {
    const proof = { address, message, signature };
    const owner = await takeWalletProof(ctx, { proof, wanted: { purpose: 'login', memberId: null } });
    return { member: await findMemberByWallet(tx, owner), proof: 'wallet' };
  }
  if (input.email === undefined || code === undefined) throw new Refusal('auth.badcode');
  const email = input.email.toLowerCase();
  // The page of somebody who is signed in asks for a code that is theirs; from outside nobody's fits as well.
  const memberId = actor.kind === 'member' ? actor.id : null;
  const claim = { email, purpose: 'password', memberId, code, from: actor.from } as const;
  await spendCode(ctx, await ctx.guards.checkCode(now, claim));
  return { member: await findMemberByEmail(tx, email), proof: 'mail' };
}

/** The open request of a person, as their devices show it. */
export async function showOpenReset(
  ctx: Pick<Ctx, 'tx'>,
  { memberId }: { memberId: string },
): Promise<Shown | null> {
  const open = await findOpenReset(ctx.tx, memberId);
  return open ? showReset(open) : null;
}

function showReset({ id, asked_at, ready_at }: FactorReset): Shown {
  return { id, asked: asked_at.toISOString(), ready: ready_at.toISOString() };
}

/**
 * Users/FactorResetRefuse: on any device that the person is signed in on, with the payment password: a stolen session alone must not keep
 * an owner from getting rid of a factor that is lost. Who has no payment password shows the factor, which ends the request by itself. What
 * stands against the factor is refused by a payment password that stood before the freeze, and by nothing else.
 * Refusals in order: `auth.nofactorreset` (there is none, or it is another person's), `auth.factorresetended`, `auth.factorresetstands`,
 * those of checkPaypassword or checkFactor.
 */
export async function refuseReset(
  ctx: Ctx<MemberActor> & AuthDeps,
  { id, paypassword = '', ...proof }: CallParsed<typeof factorResetRefuse>,
): Promise<void> {
  const { tx, actor } = ctx;
  const asked = await findReset(tx, id);
  if (!asked || asked.member_id !== actor.family) throw new Refusal('auth.nofactorreset');
  if (asked.state !== 'open') throw new Refusal('auth.factorresetended');
  await checkMayRefuse(tx, asked);
  // Before the lock: argon2id takes its time.
  if ((await findPayHash(tx, actor.family)) !== undefined)
    await checkPaypassword({ ...ctx, ...ctx.guards }, paypassword);
  else if (await checkFactor(ctx, { proof })) return;
  const row = await lockReset(tx, id);
  if (row?.state !== 'open') throw new Refusal('auth.factorresetended');
  // It may have been reset while its hash was looked at.
  await checkMayRefuse(tx, row);
  await endReset(tx, id, { state: 'refused', now: await businessNow(tx) });
  await announceReset(ctx, { memberId: row.member_id, change: 'resetended' });
}

async function checkMayRefuse(tx: Tx, asked: FactorReset): Promise<void> {
  if (!(await standsAgainstFactor({ tx }, asked))) return;
  const member = await findMember(tx, asked.member_id);
  const freeze = await findFreeze(tx, asked.member_id);
  if (!member || !freeze || !(await hasOlderPay({ tx }, { member, freeze })))
    throw new Refusal('auth.factorresetstands');
}

type ByTwo = { id: string; makerId: string; checkerId: string };

/**
 * Takes a lost second factor off, for two operators: app and recovery codes go, every session ends, and nothing leaves the family for
 * as long as after a reset of the payment password. A freeze stays. Refusals in order: `auth.nofactorreset`, `auth.factorresetended`
 * (refused, declined, done, the factor was used, the account was frozen since), `auth.factorresetwaits`.
 */
export async function resetFactor(
  ctx: Pick<Ctx, 'tx' | 'now'> & { signing: Pick<SigningOrigin, 'origin'> },
  { id, makerId, checkerId }: ByTwo,
): Promise<{ memberId: string; lockHours: number }> {
  const { tx, now } = ctx;
  const row = await lockReset(tx, id);
  if (!row) throw new Refusal('auth.nofactorreset');
  if (row.state !== 'open') throw new Refusal('auth.factorresetended');
  const at = await businessNow(tx);
  if (row.ready_at > at) throw new Refusal('auth.factorresetwaits');
  const member = await lockMember(tx, row.member_id);
  assert(member && member.closedAt === null, 'closing an account takes its requests away');
  await endReset(tx, id, { state: 'done', now: at, makerId, checkerId });
  await dropTotp(tx, member.id);
  await endSessions(tx, now, member.id);
  const { payPasswordLockHours: lockHours } = await readSettings(tx);
  const until = await lockOutboundFor(tx, member.family, lockHours);
  await announceReset(ctx, { memberId: member.id, change: 'resetdone', until });
  return { memberId: member.id, lockHours };
}
