import { randomBytes } from 'node:crypto';
import { isInviteCode, makeInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { familyChanged } from '@openmere/core/member/family-contract.ts';
import { checkNickname, normaliseNickname, skeletonOf } from '@openmere/core/member/nickname.ts';
import { copyAcceptance } from '../../auth/agreement/accept.ts';
import { checkPaypassword } from '../../auth/check-paypassword.ts';
import type { MemberActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/ids.ts';
import { toMember } from '../../platform/outbox.ts';
import { requestHashOf } from '../../platform/request-hash.ts';
import { readSettings } from '../../setting/read.ts';
import type { MemberDeps } from '../deps.ts';
import { mayOnlyLeave } from '../only-leave.ts';
import {
  findMember,
  findMemberByCode,
  findMemberByNickname,
  insertMember,
  listFamily,
  lockMember,
} from '../store.ts';
import type { Member } from '../store.ts';
import type { AccountRow } from './my-account.ts';
import { showAccounts } from './my-account.ts';
import { findOfRequest, insertSubAccount } from './sub-account-store.ts';

/** A code collides about once in a hundred at a third of a million members: a few tries are enough. */
const CODE_DRAWS_MAX = 10;

export type CreateInput = {
  requestId: string;
  nickname: string;
  invitecode?: string | undefined;
  paypassword: string;
};

/**
 * Creates a sub-account: of the same person, hence with the main account's country and accepted agreements, without a login of its
 * own. Refusals in order: notmain, those of checkPaypassword, `ledger.keyconflict`, `auth.barred`, `auth.badcountry` (none declared),
 * those of the nickname, manysubaccounts, badinvite, inviternotactivated, nicknametaken. The same requestId answers the same account.
 */
export async function createSubAccount(
  ctx: Ctx<MemberActor> & MemberDeps,
  input: CreateInput,
): Promise<AccountRow> {
  const { tx, actor } = ctx;
  if (actor.family !== actor.id) throw new Refusal('member.notmain');
  await checkPaypassword({ ...ctx, ...ctx.guards }, input.paypassword);
  const main = await lockMember(tx, actor.id);
  assert(main, 'a session belongs to a member');
  const requestId = input.requestId.toLowerCase();
  const hash = requestHashOf(input.nickname, input.invitecode ?? null);
  const known = await findOfRequest(tx, { mainId: main.id, requestId });
  if (known && known.request_hash !== hash) throw new Refusal('ledger.keyconflict');
  const sub = known ? await findMember(tx, known.member_id) : await add(ctx, { main, input });
  assert(sub, 'members are never removed');
  if (!known) {
    const made = { member_id: sub.id, main_id: main.id, request_id: requestId, request_hash: hash };
    await insertSubAccount(tx, { ...made, created_at: ctx.now });
    const { id: userid, nickname } = sub;
    await toMember(tx, familyChanged, main.id, { userid, nickname, change: 'created' });
  }
  const [row] = await showAccounts(ctx, [sub]);
  assert(row, 'one account is shown');
  return row;
}

async function add(
  ctx: Ctx<MemberActor>,
  { main, input }: { main: Member; input: CreateInput },
): Promise<Member> {
  const { tx } = ctx;
  if (await mayOnlyLeave(ctx, main)) throw new Refusal('auth.barred');
  if (main.country === null) throw new Refusal('auth.badcountry');
  refuse(checkNickname(input.nickname));
  const { subAccountsMax: max } = await readSettings(tx);
  if ((await listFamily(tx, main.id)).length - 1 >= max) throw new Refusal('member.manysubaccounts', { max });
  const inviter = await findInviter(tx, main, input.invitecode);
  const sub = await insert(tx, { main, inviter, nickname: normaliseNickname(input.nickname) });
  await copyAcceptance(ctx, { from: main.id, to: sub.id });
  return sub;
}

/** Whose invitation code it starts under: the main account's own unless another one is given. */
async function findInviter(tx: Tx, main: Member, given: string | undefined): Promise<Member> {
  const code = given === undefined ? main.invitationCode : normaliseInviteCode(given);
  const inviter = isInviteCode(code) ? await findMemberByCode(tx, code) : undefined;
  if (!inviter) throw new Refusal('auth.badinvite');
  if (inviter.activatedAt === null) throw new Refusal('auth.inviternotactivated');
  return inviter;
}

async function insert(
  tx: Tx,
  { main, inviter, nickname }: { main: Member; inviter: Member; nickname: string },
): Promise<Member> {
  for (let draw = 1; draw <= CODE_DRAWS_MAX; draw += 1) {
    const id = newId('mem');
    const added = await insertMember(tx, {
      id,
      main_id: main.id,
      username: null,
      username_key: null,
      nickname,
      nickname_key: skeletonOf(nickname),
      email: null,
      phone: null,
      country: main.country,
      wallet_address: null,
      wallet_bound_at: null,
      invitation_code: makeInviteCode(randomBytes(5)),
      inviter_id: inviter.id,
      registered_at: await businessNow(tx),
      activated_at: null,
      locale: main.locale,
    });
    const sub = added ? await findMember(tx, id) : undefined;
    if (sub) return sub;
    if (await findMemberByNickname(tx, nickname)) throw new Refusal('member.nicknametaken');
  }
  throw new Error('no free invitation code was drawn');
}
