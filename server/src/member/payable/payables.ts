import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type {
  adminPayables,
  bindAlipayAccount,
  payableDel,
  payableList,
  payableSet,
} from '@openmere/core/member/payable-contract.ts';
import { PAYABLES_MAX, checkPayable, maskPayable, normalisePayable } from '@openmere/core/member/payable.ts';
import type { Payable } from '@openmere/core/member/payable.ts';
import { checkPaypassword } from '../../auth/check-paypassword.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import { makeFreezeLink } from '../../auth/freeze-store.ts';
import { checkFactor } from '../../auth/second-factor/check.ts';
import type { FactorProof } from '../../auth/second-factor/check.ts';
import { checkLiving } from '../../auth/session-store.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { MemberActor, OperatorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { toNotice } from '../../platform/notices.ts';
import { toMail } from '../../platform/outbox.ts';
import { fingerprint, open, seal } from '../../platform/secrets-box.ts';
import { findMember, lockMember } from '../store.ts';
import { deletePayable, insertPayable, listPayables } from './payable-store.ts';
import type { PayableRow } from './payable-store.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;
type PayableOut = CallOutput<typeof payableList>;
type Given = Payable & FactorProof & { paypassword: string };
type SealedFields = Omit<Payable, 'type'>;

function showPayable(row: PayableRow, accountOf = maskPayable): PayableOut {
  const { holder, bankname, account, bic } = JSON.parse(open(row.sealed)) as SealedFields;
  const time = row.made_at.toISOString();
  return { id: row.id, payabletype: row.kind, holder, bankname, account: accountOf(account), bic, time };
}

/** Users/PayableList. */
export async function listMyPayables({ tx, actor }: MemberCtx): Promise<CallResult<typeof payableList>> {
  return { list: (await listPayables(tx, actor.id)).map((row) => showPayable(row)) };
}

/** Users/PayableSet. Refusals: as add. */
export async function setPayable(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: CallParsed<typeof payableSet>,
): Promise<PayableOut> {
  const { id, payabletype: type, bankname = '', bic = '', ...given } = input;
  return add(ctx, { type, bankname, bic, ...given }, id);
}

/** Users/BindAlipayaccount. Refusals: as add. */
export async function bindAlipay(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: CallParsed<typeof bindAlipayAccount>,
): Promise<PayableOut> {
  return add(ctx, { type: 'alipay', bankname: '', bic: '', ...input });
}

/**
 * Keeps a new one and takes away what it replaces: the one with this id, or the former Alipay. Where money goes to is a change that a
 * stolen session must not make: payment password and second factor, and the member is told. Refusals in order: nopayable, those of
 * checkPayable, payableknown, manypayables, those of checkPaypassword, those of checkFactor. Locked, so that two at a time keep the limit.
 */
async function add(
  ctx: Ctx<MemberActor> & AuthDeps,
  { paypassword, totp, passkey, ...typed }: Given,
  id?: string,
): Promise<PayableOut> {
  const { tx, now, actor } = ctx;
  const member = await lockMember(tx, actor.id);
  assert(member, 'the acting member exists');
  await checkLiving(tx, actor.sessionId);
  const known = await listPayables(tx, actor.id);
  if (id !== undefined && !known.some((one) => one.id === id)) throw new Refusal('member.nopayable');
  const payable = normalisePayable(typed);
  refuse(checkPayable(payable));
  const { type: kind, ...fields } = payable;
  const key = fingerprint(`payable:${kind}:${fields.bankname.toLowerCase()}:${fields.account}`);
  const gone = known.filter((one) => one.id === id || (kind === 'alipay' && one.kind === kind));
  const kept = known.filter((one) => !gone.includes(one));
  if (kept.some(({ account_key }) => account_key === key)) throw new Refusal('member.payableknown');
  if (kept.length >= PAYABLES_MAX) throw new Refusal('member.manypayables', { max: PAYABLES_MAX });
  await checkPaypassword({ ...ctx, ...ctx.guards }, paypassword);
  await checkFactor(ctx, { proof: { totp, passkey } });
  for (const one of gone) await deletePayable(tx, { memberId: actor.id, id: one.id });
  const row = await insertPayable(tx, {
    id: newId('pay'),
    member_id: actor.id,
    kind,
    sealed: seal(JSON.stringify(fields satisfies SealedFields)),
    account_key: key,
  });
  const account = maskPayable(fields.account);
  await toNotice(tx, {
    memberId: actor.id,
    template: `member.payable.${kind}`,
    params: { account, bank: fields.bankname },
    link: '/pages/mine/account/payable',
    mailed: member.email !== null,
  });
  // Where money goes to: the mail has the way to stop everything, as that of a bound wallet.
  if (member.email !== null)
    await toMail(tx, {
      to: member.email,
      locale: member.locale,
      template: 'member.payableadded',
      params: {
        kind,
        account,
        bank: fields.bankname,
        time: now.toISOString(),
        link: await makeFreezeLink(tx, now, {
          memberId: member.id,
          origin: ctx.signing.origin,
          kind: 'notice',
        }),
      },
      antiphishing: member.antiphishing,
    });
  return showPayable(row);
}

/** Users/PayableDel. */
export async function removePayable(
  { tx, actor }: MemberCtx,
  { id }: CallParsed<typeof payableDel>,
): Promise<void> {
  await deletePayable(tx, { memberId: actor.id, id });
}

/** Admin/Payables: what is shown was written down before. Refusal: notfound. */
export async function lookAtPayables(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { userid, reason }: CallParsed<typeof adminPayables>,
): Promise<CallOutput<typeof adminPayables>> {
  const { tx, actor } = ctx;
  if (!(await findMember(tx, userid))) throw new Refusal('member.notfound');
  const rows = await listPayables(tx, userid);
  await recordAudit(tx, actor, {
    action: 'payable.look',
    subject: userid,
    detail: { reason, payables: rows.map(({ id }) => id) },
  });
  return { payables: rows.map((row) => showPayable(row, (account) => account)) };
}
