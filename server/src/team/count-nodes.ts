import type { CallOutput } from '@openmere/core/kit/call.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import type { nodeTeamTotal } from '@openmere/core/team/contract.ts';
import { listBelow, listMembersOf } from '../member/line-store.ts';
import { listNodeHolders } from '../node/weight-store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';

const SHOWN_MAX = 100;

/** Users/nodeTeamTotal. There are 800 nodes at most, so it is asked from their holders up, not from the member down. */
export async function countTeamNodes(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
): Promise<CallOutput<typeof nodeTeamTotal>> {
  const { tx, actor } = ctx;
  const holders = await listNodeHolders(tx);
  const ids = holders.map(({ memberId }) => memberId);
  const below = await listBelow(tx, ids, actor.id);
  const own = holders.filter(({ memberId }) => below.has(memberId));
  const members = await listMembersOf(tx, [...below]);
  const counts = { genesis: 0, gold: 0, diamond: 0 };
  for (const { type } of own) counts[type] += 1;
  const nodes = own.flatMap(({ memberId, type }) => {
    const member = members.get(memberId);
    if (!member) return [];
    const { invitationCode: id, nickname, avatar, serial } = member;
    return [{ serial, shown: { id, nickname: maskNickname(nickname), avatar, type } }];
  });
  nodes.sort((a, b) => (a.serial < b.serial ? -1 : 1));
  return { ...counts, nodes: nodes.slice(0, SHOWN_MAX).map(({ shown }) => shown) };
}
