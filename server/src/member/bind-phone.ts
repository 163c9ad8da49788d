import { barredBy } from '@openmere/core/auth/geo.ts';
import type { bindPhone as bindPhoneCall, sendCodePhone } from '@openmere/core/auth/phone-contract.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { maskPhone } from '@openmere/core/member/rules.ts';
import { announceChange } from '../auth/announce-change.ts';
import { spendCode } from '../auth/codes.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { sendPhoneCode } from '../auth/phone-code.ts';
import { proveFresh } from '../auth/prove.ts';
import { checkLiving } from '../auth/session-store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { refuseSubAccount } from './family/own-login.ts';
import { parsePhone, phoneCountryOf } from './phone.ts';
import { changeMember, findMemberByAccount, lockMember } from './store.ts';

/** Whether messages can be sent at all: without a carrier there are no phone functions. */
export type PhoneDeps = AuthDeps & { hasCarrier: boolean };

/**
 * Ctrls/SendCode_Phone. Whose number it is already, is told by nobody but the owner of its code (T02). Refusals in order: noownlogin
 * for a sub-account, nosms, badphone, barred (written down; nobody has proved yet that the number is theirs), those of sendPhoneCode.
 */
export async function sendCodeToPhone(
  ctx: Ctx<MemberActor> & PhoneDeps,
  input: CallParsed<typeof sendCodePhone>,
): Promise<CallResult<typeof sendCodePhone>> {
  const phone = await readPhone(ctx, { text: input.phone, call: 'Ctrls/SendCode_Phone' });
  return sendPhoneCode(ctx, phone);
}

/**
 * Users/BindPhone. Refusals in order: noownlogin for a sub-account, nosms, badphone, barred, badcode or codespent of the number's code, those of proveFresh where a
 * number is bound already, phonetaken.
 */
export async function bindPhone(
  ctx: Ctx<MemberActor> & PhoneDeps,
  input: CallParsed<typeof bindPhoneCall>,
): Promise<void> {
  const { tx, now, actor } = ctx;
  const phone = await readPhone(ctx, { text: input.phone, call: 'Users/BindPhone' });
  const claim = { email: phone, purpose: 'phone', memberId: actor.id, code: input.phonecode } as const;
  const codeId = await ctx.guards.checkCode(now, { ...claim, from: actor.from });
  const member = await lockMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  await checkLiving(tx, actor.sessionId);
  if (member.phone !== null) await proveFresh(ctx, { actor, member, proof: input, purpose: 'bind' });
  await spendCode(ctx, codeId);
  const holder = await findMemberByAccount(tx, phone);
  if (holder && holder.id !== actor.id) throw new Refusal('member.phonetaken');
  try {
    await changeMember(tx, actor.id, { phone });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('member.phonetaken');
    throw error;
  }
  await announceChange(ctx, { member, template: 'member.phonebound', params: { phone: maskPhone(phone) } });
}

/** The number as E.164. */
async function readPhone(
  ctx: Ctx<MemberActor> & PhoneDeps,
  { text, call }: { text: string; call: string },
): Promise<string> {
  refuseSubAccount(ctx);
  if (!ctx.hasCarrier) throw new Refusal('auth.nosms');
  const phone = parsePhone(text);
  if (phone === undefined) throw new Refusal('auth.badphone');
  const { barredCountries } = await readSettings(ctx.tx);
  const bar = barredBy({ phoneCountry: phoneCountryOf(phone) }, barredCountries);
  if (bar) {
    throw new Refusal('auth.barred', { ...bar, ref: await ctx.guards.noteBarred(call, bar) });
  }
  return phone;
}
