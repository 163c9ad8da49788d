import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { refuse, Refusal } from '@openmere/core/kit/refusal.ts';
import { checkAvatar, maskNickname } from '@openmere/core/member/rules.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { captainEdit, captainInfo, captainUsers } from '@openmere/core/team/contract.ts';
import {
  checkCaptain,
  checkTeamName,
  checkTeamNotice,
  maskContactEmail,
  maskContactPhone,
  normaliseText,
} from '@openmere/core/team/rules.ts';
import { countDirectsOf, findCaptainAbove, findGeneration, listDirects } from '../member/line-store.ts';
import {
  countDirects,
  findMember,
  findMemberByCode,
  findMemberByNickname,
  findMemberByWallet,
} from '../member/store.ts';
import type { Member } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { isUploadOf } from '../setting/upload-store.ts';
import { listFigures, listLegDays, todayOf } from './figure-store.ts';
import { findPage, savePage } from './page-store.ts';
import type { PageChange } from './page-store.ts';
import { showPerson } from './show-team.ts';
import type { TeamPage } from './tables.ts';

type Asking = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** So far up somebody is looked for whose page a member reads. */
const CAPTAIN_LEVELS = 200;
const PAGE_SIZE = 20;
/** Pages that far are not turned to by hand; a search finds whoever is there. */
const OFFSET_MAX = 100_000;

async function findSelf({ tx, actor }: Asking): Promise<Member> {
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  return member;
}

function showPage(page: TeamPage | undefined) {
  const { name = '', notice = '', avatar = '', changed_at: changed } = page ?? {};
  return { name, notice, avatar, changed: changed?.toISOString() ?? null };
}

/** Users/CaptainInfo. A page that nobody filled is shown to its captain only. */
export async function showCaptain(ctx: Asking): Promise<CallOutput<typeof captainInfo>> {
  const { tx } = ctx;
  const member = await findSelf(ctx);
  const above = await findCaptainAbove(tx, member.id, CAPTAIN_LEVELS);
  const page = above && (await findPage(tx, above.id));
  return {
    level: member.vipLevel,
    own: checkCaptain(member.vipLevel) ? null : showPage(await findPage(tx, member.id)),
    captain:
      above && page
        ? { ...showPage(page), nickname: maskNickname(above.nickname), level: above.vipLevel }
        : null,
  };
}

/** Users/CaptainEdit. Refusals in order: notcaptain, badname, badnotice, badavatar. */
export async function editCaptain(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>,
  { name, notice, avatar, clear = [] }: CallParsed<typeof captainEdit>,
): Promise<CallOutput<typeof captainEdit>> {
  const { tx, actor, now } = ctx;
  const member = await findSelf(ctx);
  refuse(checkCaptain(member.vipLevel));
  const change: PageChange = {};
  if (name !== undefined) {
    refuse(checkTeamName(name));
    change.name = normaliseText(name);
  }
  if (notice !== undefined) {
    refuse(checkTeamNotice(notice));
    change.notice = normaliseText(notice);
  }
  if (avatar !== undefined) {
    const isOwn = !checkAvatar(avatar) && (await isUploadOf(tx, avatar.slice('/files/'.length), actor.id));
    if (!isOwn) throw new Refusal('team.badavatar');
    change.avatar = avatar;
  }
  for (const field of clear) change[field] = '';
  return showPage(await savePage(tx, actor.id, change, now));
}

/**
 * Users/CaptainUsers. Refusals in order: notcaptain, notinteam. A search answers somebody only whom the captain names exactly:
 * by beginnings of names a masked one could be read letter by letter.
 */
export async function listDownline(
  ctx: Asking,
  input: CallParsed<typeof captainUsers>,
): Promise<CallResult<typeof captainUsers>> {
  const { tx, actor } = ctx;
  const self = await findSelf(ctx);
  refuse(checkCaptain(self.vipLevel));
  if (input.search !== undefined) {
    const found = await findNamed(tx, input.search);
    const generation = found && (await findGeneration(tx, found.id, actor.id));
    if (!found || generation === undefined) return { list: [], total: 0 };
    return { list: await showDownline(tx, [found], generation), total: 1 };
  }
  const top = await findTop(ctx, self, input.under);
  const { page = 1, pageSize: limit = PAGE_SIZE } = input;
  const offset = Math.min((page - 1) * limit, OFFSET_MAX);
  const directs = await listDirects(tx, top.member.id, { limit, offset });
  const total = await countDirects(tx, top.member.id);
  return { list: await showDownline(tx, directs, top.generation + 1), total };
}

/** Whose directs are asked for, and how many generations below the captain they are. */
async function findTop(
  { tx, actor }: Asking,
  self: Member,
  under: string | undefined,
): Promise<{ member: Member; generation: number }> {
  if (under === undefined) return { member: self, generation: 0 };
  const member = await findByCode(tx, under);
  const generation = member && (await findGeneration(tx, member.id, actor.id));
  if (!member || generation === undefined) throw new Refusal('team.notinteam');
  return { member, generation };
}

async function findByCode(tx: Tx, text: string): Promise<Member | undefined> {
  const code = normaliseInviteCode(text);
  return isInviteCode(code) ? findMemberByCode(tx, code) : undefined;
}

async function findNamed(tx: Tx, text: string): Promise<Member | undefined> {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return findMemberByWallet(tx, text);
  return (await findByCode(tx, text)) ?? findMemberByNickname(tx, text);
}

async function showDownline(
  tx: Tx,
  members: readonly Member[],
  generation: number,
): Promise<CallOutput<typeof captainUsers>[]> {
  const ids = members.map(({ id }) => id);
  const figures = await listFigures(tx, ids);
  const directs = await countDirectsOf(tx, ids);
  const today = await listLegDays(tx, ids, await todayOf(tx));
  return members.map((member) => {
    const figure = figures.get(member.id);
    return {
      ...showPerson(member),
      generation,
      registered: member.registeredAt.toISOString(),
      own: formatAmount(figure?.own ?? 0n),
      performance: formatAmount(figure?.leg ?? 0n),
      performancetoday: formatAmount(today.get(member.id) ?? 0n),
      members: figure ? figure.members + 1 : 0,
      email: maskContactEmail(member.email),
      phone: maskContactPhone(member.phone),
      directs: directs.get(member.id) ?? 0,
    };
  });
}
