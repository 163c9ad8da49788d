import { randomBytes } from 'node:crypto';
import { CODE_LENGTH, CODE_LIFE_MS, checkCodeSending, codeLengthFor } from '@openmere/core/auth/codes.ts';
import { smsInTotalPot, smsOfMemberPot, smsToPrefixPot } from '@openmere/core/auth/pots.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toSms } from '../platform/outbox.ts';
import { insertCode, listLiveCodes, listSent, lockSending, noteSent, sumLooks } from './code-store.ts';
import { codeOf, destinationOf, spendCode } from './codes.ts';
import type { CodeOnItsWay } from './codes.ts';
import type { AuthDeps } from './deps.ts';

const PURPOSE = 'phone';
/** Digits of a number that its neighbours share: what is flooded for money is a range of them. */
const PREFIX_DIGITS = 7;

/**
 * Sends a code by SMS. Messages cost money, so nobody can pay for more with puzzles: beyond the limits of the number (one a minute, ten an
 * hour, twenty a day), of the member, of the range of numbers and of all, it has to wait. Refusals in order: `auth.codetoosoon`,
 * `auth.codetoomany`.
 * @param phone as E.164.
 */
export async function sendPhoneCode(ctx: Ctx<MemberActor> & AuthDeps, phone: string): Promise<CodeOnItsWay> {
  const { tx, now, actor } = ctx;
  const destination = destinationOf(phone);
  if (!(await lockSending(tx, destination))) throw new Refusal('auth.codetoosoon', { seconds: 1 });
  // What others asked for counts as well: the number is disturbed all the same.
  const sent = await listSent(tx, now, destination, 'proved');
  refuse(checkCodeSending(now.getTime(), PURPOSE, sent));
  const uses = [
    { key: `sms:of:${actor.id}`, pot: smsOfMemberPot },
    { key: `sms:to:${phone.slice(0, PREFIX_DIGITS)}`, pot: smsToPrefixPot },
    { key: 'sms:all', pot: smsInTotalPot },
  ];
  if (!(await ctx.guards.pots.takeIfRoom(now, uses))) throw new Refusal('auth.codetoomany', { minutes: 60 });
  const length = codeLengthFor(await sumLooks(tx, now, destination, 'proved'));
  await endFormer(ctx, { destination, memberId: actor.id });
  const code = { destination, purpose: PURPOSE, salt: randomBytes(16).toString('hex'), length } as const;
  const row = { ...code, member_id: actor.id, pot: 'proved' as const };
  await insertCode(tx, now, { ...row, expires_at: new Date(now.getTime() + CODE_LIFE_MS) }, [
    `member:${actor.id}`,
  ]);
  await noteSent(tx, now, destination, 'proved', PURPOSE);
  const minutes = CODE_LIFE_MS / 60_000;
  await sms(tx, ctx.actor, { phone, code: codeOf(code), minutes });
  return { length: length ?? CODE_LENGTH, minutes };
}

async function endFormer(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { destination, memberId }: { destination: string; memberId: string },
): Promise<void> {
  const live = await listLiveCodes(ctx.tx, ctx.now, destination);
  const own = live.filter(({ purpose, member_id }) => purpose === PURPOSE && member_id === memberId);
  for (const former of own) await spendCode(ctx, former.id);
}

function sms(
  tx: Tx,
  actor: MemberActor,
  { phone, code, minutes }: { phone: string; code: string; minutes: number },
): Promise<void> {
  return toSms(tx, {
    to: phone,
    locale: actor.from.locale,
    template: 'auth.sms.code',
    params: { code, minutes },
  });
}
