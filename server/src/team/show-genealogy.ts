import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { adminTeam, adminTeamLegs } from '@openmere/core/team/console-contract.ts';
import { DIRECTS_COUNTED, smallOf } from '@openmere/core/team/rules.ts';
import { listLineAbove, listMembersOf } from '../member/line-store.ts';
import { countFirstDirects, findMember, findRoot } from '../member/store.ts';
import type { Member } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { findFigure, listLegDays, listLegs, todayOf } from './figure-store.ts';

type Asking = Pick<Ctx, 'tx'>;

const LINE_MAX = 50;
const PAGE_SIZE = 50;

async function findTop({ tx }: Asking, id: string | undefined): Promise<Member> {
  const member = id === undefined ? await findRoot(tx) : await findMember(tx, id);
  if (!member) throw new Refusal('operator.nomember');
  return member;
}

type Figures = { own: bigint; total: bigint; leg: bigint; members: number };
const nothing: Figures = { own: 0n, total: 0n, leg: 0n, members: 0 };

function showRow(member: Member, figures: Figures, today: bigint) {
  return {
    userid: member.id,
    nickname: member.nickname,
    code: member.invitationCode,
    level: member.vipLevel,
    activated: member.activatedAt?.toISOString() ?? null,
    own: formatAmount(figures.own),
    total: formatAmount(figures.total),
    leg: formatAmount(figures.leg),
    today: formatAmount(today),
    members: figures.members,
  };
}

async function findToday(tx: Tx, ids: readonly string[]): Promise<Map<string, bigint>> {
  return listLegDays(tx, ids, await todayOf(tx));
}

/** Admin/Team. Refusal: nomember. */
export async function showGenealogy(
  ctx: Asking,
  { id }: CallParsed<typeof adminTeam>,
): Promise<CallResult<typeof adminTeam>> {
  const { tx } = ctx;
  const member = await findTop(ctx, id);
  const figure = await findFigure(tx, member.id);
  const line = await listLineAbove(tx, member.id, LINE_MAX + 1);
  const { total = 0n, large = 0n, highest = 0 } = figure ?? {};
  return {
    member: showRow(member, figure ?? nothing, (await findToday(tx, [member.id])).get(member.id) ?? 0n),
    large: formatAmount(large),
    small: formatAmount(smallOf(total, large)),
    highest,
    line: line.slice(0, LINE_MAX).map((one) => ({ userid: one.id, nickname: one.nickname })),
    linecut: line.length > LINE_MAX,
    ...(await countFirstDirects(tx, member.id, DIRECTS_COUNTED)),
  };
}

/** Admin/TeamLegs. Refusal: nomember. */
export async function showLegsOf(
  ctx: Asking,
  input: CallParsed<typeof adminTeamLegs>,
): Promise<CallResult<typeof adminTeamLegs>> {
  const { tx } = ctx;
  const top = await findTop(ctx, input.id);
  const page = await readPage(
    { ...input, list: `legs ${top.id}`, size: PAGE_SIZE },
    (after: { leg: bigint; id: string } | undefined, limit) => listLegs(tx, top.id, { after, limit }),
    ({ leg, member_id: id }) => ({ leg, id }),
  );
  const ids = page.list.map((row) => row.member_id);
  const members = await listMembersOf(tx, ids);
  const today = await findToday(tx, ids);
  return {
    ...page,
    list: page.list.flatMap((row) => {
      const member = members.get(row.member_id);
      return member ? [showRow(member, row, today.get(row.member_id) ?? 0n)] : [];
    }),
  };
}
