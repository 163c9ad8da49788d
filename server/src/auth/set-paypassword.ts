import { paypasswordSet } from '@openmere/core/auth/contract.ts';
import { paypasswordLockHours } from '@openmere/core/auth/rules.ts';
import type { PaypasswordSetting } from '@openmere/core/auth/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { lockOutboundFor } from '../ledger/outbound.ts';
import type { Member } from '../member/store.ts';
import { findMember, lockMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMember } from '../platform/outbox.ts';
import { hashPassword } from '../platform/passwords.ts';
import { readSettings } from '../setting/read.ts';
import { announceChange } from './announce-change.ts';
import { checkPaypassword } from './check-paypassword.ts';
import type { AuthDeps } from './deps.ts';
import { checkNotLoginPassword } from './differs.ts';
import { checkNewPassword } from './new-password.ts';
import { findPayHash, hasPayHistory, notePaySetting, putPayHash } from './password-store.ts';
import { proveFresh } from './prove.ts';
import type { FreshProof } from './prove.ts';
import { checkFactor } from './second-factor/check.ts';
import type { FactorProof } from './second-factor/check.ts';
import { checkLiving, endSessions } from './session-store.ts';

export type SetPaypasswordInput = FreshProof &
  FactorProof & { paypassword: string; old?: string | undefined };

/**
 * Sets, changes (by the old one) or resets (by a fresh code or wallet signature) the payment password. The first setting
 * always needs the fresh proof, for which the code of this session's own login counts 15 minutes, and locks nothing; every later one locks the outgoing money of the whole family for 24
 * hours of the database's clock (rulebook §1, I21). Ends the other sessions.
 * Refusals in order: mainpaypassword for a sub-account; those of checkNewPassword; those of checkPaypassword (by the old one) or proveFresh; those of checkFactor; passwordsame.
 */
export async function setPaypassword(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: SetPaypasswordInput,
): Promise<{ lockeduntil?: string }> {
  const { tx, now, actor } = ctx;
  const member = await findMember(tx, actor.id);
  if (!member) throw new Refusal('request.notlogin');
  if (member.mainId !== null) throw new Refusal('member.mainpaypassword');
  const names = [member.username, member.email].filter((name) => name !== null);
  await checkNewPassword(ctx, { password: input.paypassword, names });
  const isFirst = !(await hasPayHistory(tx, member.id));
  const before = await findPayHash(tx, member.id);
  const isChange = !isFirst && input.old !== undefined;
  // What costs nothing comes before the hash.
  if (isChange) await checkPaypassword({ tx, now, actor, attempts: ctx.guards.attempts }, input.old ?? '');
  else await proveFresh(ctx, { actor, member, proof: input, purpose: 'paypassword', isFirst });
  await checkFactor(ctx, { proof: input });
  await checkNotLoginPassword(ctx, { memberId: member.id, password: input.paypassword });
  const hash = await hashPassword(input.paypassword);
  const locked = await lockMember(tx, member.id);
  // Changed meanwhile: the old one that came along is not the one that holds now.
  if (isChange && (await findPayHash(tx, member.id)) !== before) throw new Refusal('auth.wrongpaypassword');
  await checkLiving(tx, actor.sessionId);
  const kind = isFirst ? 'first' : isChange ? 'change' : 'reset';
  // Of two first settings in the same moment one comes through.
  if (!(await notePaySetting(tx, member.id, kind))) throw new Refusal('auth.codespent');
  await putPayHash(tx, member.id, hash);
  const lockedUntil = await lockFamily(tx, locked ?? member, kind);
  await endSessions(tx, now, member.id, actor.sessionId);
  await announceSetting(ctx, { member, kind, lockedUntil });
  return lockedUntil === undefined ? {} : { lockeduntil: lockedUntil.toISOString() };
}

async function lockFamily(tx: Tx, member: Member, kind: PaypasswordSetting): Promise<Date | undefined> {
  const { payPasswordLockHours } = await readSettings(tx);
  const hours = paypasswordLockHours(kind, payPasswordLockHours);
  if (hours === 0) return undefined;
  // By the database's clock: neither the member's nor this process's can shorten the lock (T15).
  return lockOutboundFor(tx, member.family, hours);
}

async function announceSetting(
  ctx: Pick<Ctx, 'tx' | 'now'> & AuthDeps,
  { member, kind, lockedUntil }: { member: Member; kind: PaypasswordSetting; lockedUntil: Date | undefined },
): Promise<void> {
  const { tx } = ctx;
  const until = lockedUntil?.toISOString();
  await toMember(tx, paypasswordSet, member.id, { setting: kind, lockeduntil: until ?? null });
  if (until === undefined) return announceChange(ctx, { member, template: 'auth.paypasswordset' });
  await announceChange(ctx, { member, template: 'auth.paypasswordchanged', params: { until } });
}
