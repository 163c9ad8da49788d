import { randomBytes } from 'node:crypto';
import {
  CODE_LIFE_MS,
  CODE_TRIES,
  checkCodeSending,
  codeLengthFor,
  isCodeWorthResending,
} from '@openmere/core/auth/codes.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { maskEmail } from '@openmere/core/member/rules.ts';
import type { Member } from '../member/store.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { toMail } from '../platform/outbox.ts';
import { isKnownBrowser } from './browser-store.ts';
import { askersOf } from './browser.ts';
import { insertCode, listLiveCodes, listSent, lockSending, noteSent, sumLooks } from './code-store.ts';
import type { LiveCode } from './code-store.ts';
import { codeOf, destinationOf, grouped, spendCode } from './codes.ts';
import type { AskerCtx, AuthDeps } from './deps.ts';
import { isKnownNetwork } from './device-store.ts';
import { deviceShown } from './device.ts';
import { makeFreezeLink } from './freeze-store.ts';
import { hasTotp } from './second-factor/factor-store.ts';

const PURPOSE = 'device';
const POT = 'password';
type Mailed = Member & { email: string };

/**
 * A login by a right password alone, from a browser and a network that were never here before, is what a leaked password looks
 * like. Who has a second factor is asked for that instead; who has no mailbox cannot be asked.
 */
async function isSuspicious(db: Db, member: Member, from: AskerCtx['actor']['from']): Promise<boolean> {
  if (await isKnownBrowser(db, member.id, from)) return false;
  if (await isKnownNetwork(db, member.id, from)) return false;
  return !(await hasTotp(db, member.id));
}

/**
 * Asks for a code from the mailbox where a login by password is suspicious (rulebook §1). The code goes out by itself, bound to this
 * login; its tries and mails are counted apart from all others. Refusals in order: `auth.needcode` { email, length } (a code is on its
 * way), `auth.codetoomany`; `auth.codespent`, `auth.badcode`.
 * @returns the code's row, to be spent with the login; undefined where none is asked.
 */
export async function checkDeviceCode(
  ctx: DbCtx & Omit<AskerCtx, 'tx'> & AuthDeps,
  { member, code }: { member: Member; code: string | undefined },
): Promise<bigint | undefined> {
  const { db, now, actor, guards } = ctx;
  const { from } = actor;
  const { email } = member;
  if (email === null || !(await isSuspicious(db, member, from))) return undefined;
  await guards.noteStopped(now, { memberId: member.id, kind: 'password', from });
  if (code === undefined) {
    const length = await inTransaction(db, (tx) => send({ ...ctx, tx }, { ...member, email }));
    throw new Refusal('auth.needcode', { email: maskEmail(email), length });
  }
  return guards.checkCode(now, { email, purpose: PURPOSE, memberId: member.id, code, from });
}

/** Who was mailed a code has shown the password: they need no second puzzle to bring it. */
export async function askerOfDeviceCode(
  ctx: DbCtx & Omit<AskerCtx, 'tx'>,
  member: Member | undefined,
): Promise<string | undefined> {
  const { db, now, actor } = ctx;
  const live = await listLiveCodes(db, now, destinationOf(member?.email ?? ''));
  return askersOf(actor.from).find((asker) =>
    live.some((one) => isOurs(one, member?.id ?? '') && one.askers.has(asker)),
  );
}

/** @returns how many digits the code has: the one that goes out now, or the one of the last minute. */
async function send(ctx: AskerCtx & AuthDeps, member: Mailed): Promise<number> {
  const { tx, now, actor } = ctx;
  const { id: memberId, email } = member;
  const destination = destinationOf(email);
  const askers = askersOf(actor.from, true);
  const isMine = await lockSending(tx, destination);
  const own = (await listLiveCodes(tx, now, destination)).filter(
    (one) => isOurs(one, memberId) && askers.some((asker) => one.askers.has(asker)),
  );
  const waiting = own[0];
  const sent = await listSent(tx, now, destination, POT);
  // One a minute; but a thief's does not hold up the owner's first one.
  const isSoon = checkCodeSending(now.getTime(), PURPOSE, sent)?.code === 'auth.codetoosoon';
  if (waiting && (!isMine || isSoon)) return waiting.length;
  if (!isMine) throw new Refusal('auth.codetoosoon', { seconds: 1 });
  // Of all together ten an hour and twenty a day; the minute was looked at above.
  refuse(checkCodeSending(now.getTime(), '', sent));
  const length = codeLengthFor(await sumLooks(tx, now, destination, POT));
  // The same one again while it is young and nobody mistyped it, so that the first mail still works.
  const isSame =
    waiting !== undefined &&
    waiting.length >= length &&
    isCodeWorthResending(now.getTime(), waiting.created_at.getTime()) &&
    askers.every((asker) => (waiting.askers.get(asker) ?? 0) < CODE_TRIES);
  if (isSame) {
    await noteSent(tx, now, destination, POT, PURPOSE);
    await mailIt(ctx, member, { code: grouped(codeOf(waiting)), until: waiting.expires_at });
    return waiting.length;
  }
  for (const former of own) await spendCode({ tx, now }, former.id);
  const row = { destination, purpose: PURPOSE, salt: randomBytes(16).toString('hex'), length } as const;
  const expires = new Date(now.getTime() + CODE_LIFE_MS);
  await insertCode(tx, now, { ...row, member_id: memberId, pot: POT, expires_at: expires }, askers);
  await noteSent(tx, now, destination, POT, PURPOSE);
  await mailIt(ctx, member, { code: grouped(codeOf(row)), until: expires });
  return length;
}

const isOurs = (one: LiveCode, memberId: string): boolean =>
  one.purpose === PURPOSE && one.member_id === memberId;

async function mailIt(
  ctx: Pick<Ctx, 'tx' | 'now'> & Pick<AskerCtx, 'actor'> & AuthDeps,
  member: Mailed,
  { code, until }: { code: string; until: Date },
): Promise<void> {
  const { tx, now, actor, signing } = ctx;
  const { from } = actor;
  const link = await makeFreezeLink(tx, now, { memberId: member.id, origin: signing.origin, kind: 'notice' });
  await toMail(tx, {
    to: member.email,
    // Whoever knows the password does not choose the language of the owner's mail.
    locale: member.locale,
    template: 'auth.code.device',
    params: {
      code,
      minutes: Math.max(1, Math.floor((until.getTime() - now.getTime()) / 60_000)),
      device: deviceShown(from),
      ip: from.ip,
      country: from.country ?? '–',
      time: now.toISOString(),
      link,
    },
    antiphishing: member.antiphishing,
  });
}
