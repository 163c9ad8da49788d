import type { CallOutput, CallParsed } from '@openmere/core/kit/call.ts';
import { endOfDay } from '@openmere/core/kit/day.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { teamSeries, teamTotal } from '@openmere/core/team/contract.ts';
import { smallOf } from '@openmere/core/team/rules.ts';
import { listMembersOf } from '../member/line-store.ts';
import { findMember } from '../member/store.ts';
import type { Member } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import {
  countActivatedDirects,
  findFigure,
  listDays,
  listLegDays,
  listLegs,
  todayOf,
} from './figure-store.ts';
import type { Leg, TeamDay } from './figure-store.ts';

type Asking = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

const DAYS = 30;
const LEGS_MAX = 50;

/** Users/teamtotal. Who is not activated has no team. */
export async function showTotal({ tx, actor }: Asking): Promise<CallOutput<typeof teamTotal>> {
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  const figure = await findFigure(tx, actor.id);
  const [today] = await listDays(tx, actor.id, await todayOf(tx));
  const total = figure?.total ?? 0n;
  const large = figure?.large ?? 0n;
  return {
    total: formatAmount(total),
    large: formatAmount(large),
    small: formatAmount(smallOf(total, large)),
    members: figure?.members ?? 0,
    newtoday: today?.newMembers ?? 0,
    performancetoday: formatAmount(today?.amount ?? 0n),
    highestlevel: figure?.highest ?? 0,
    level: member.vipLevel,
  };
}

/** Users/Tdmf: the last days up to today, and a page of the legs, most performance first. */
export async function showSeries(
  { tx, actor }: Asking,
  { days: count = DAYS, page = 1 }: CallParsed<typeof teamSeries>,
): Promise<CallOutput<typeof teamSeries>> {
  const today = await todayOf(tx);
  const from = today - count + 1;
  const kept = new Map((await listDays(tx, actor.id, from)).map((one) => [one.day, one]));
  const days = Array.from({ length: count }, (_, at) => dayRow(from + at, kept.get(from + at)));
  const legs = await listLegs(tx, actor.id, { limit: page * LEGS_MAX });
  const figure = await findFigure(tx, actor.id);
  const shown = legs.reduce((sum, { leg }) => sum + leg, 0n);
  const more = {
    legs: await countActivatedDirects(tx, actor.id, legs.length),
    performance: formatAmount((figure?.total ?? 0n) - shown),
  };
  return { days, legs: await showLegs(tx, legs, { from: (page - 1) * LEGS_MAX, today }), more };
}

function dayRow(day: number, kept: TeamDay | undefined) {
  return {
    day: new Date(endOfDay(day - 1)).toISOString().slice(0, 10),
    performance: formatAmount(kept?.amount ?? 0n),
    newmembers: kept?.newMembers ?? 0,
  };
}

/** What a member may know of somebody below them. */
export function showPerson(member: Member) {
  return {
    id: member.invitationCode,
    nickname: maskNickname(member.nickname),
    avatar: member.avatar,
    level: member.vipLevel,
    activated: member.activatedAt !== null,
  };
}

async function showLegs(tx: Tx, legs: readonly Leg[], { from, today }: { from: number; today: number }) {
  const shown = legs.slice(from);
  const ids = shown.map(({ member_id }) => member_id);
  const members = await listMembersOf(tx, ids);
  const ofToday = await listLegDays(tx, ids, today);
  return shown.flatMap(({ member_id: id, leg, members: below }, at) => {
    const member = members.get(id);
    if (!member) return [];
    return [
      {
        ...showPerson(member),
        performance: formatAmount(leg),
        performancetoday: formatAmount(ofToday.get(id) ?? 0n),
        members: below + 1,
        large: from + at === 0 && leg > 0n,
      },
    ];
  });
}
