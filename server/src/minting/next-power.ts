import { assert } from '@openmere/core/kit/fault.ts';
import type { Power, PowerRule } from '@openmere/core/minting/power.ts';
import { activePower, noPower } from '@openmere/core/minting/power.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import { findMember } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';

/** What of a member's yield is claimable: the power behind it is spoken for, because the claim uses it up. */
export type FindUnclaimed = (tx: Tx, memberId: string) => Promise<{ dynamic: bigint; bonus: bigint }>;

/**
 * What the next settlement counts of a member's power, as the settlement itself does: `old` is old enough, less what is spoken for;
 * nothing of who is not activated or may only leave. `spokenFor` is what was taken off.
 */
export async function nextActive(
  ctx: { tx: Tx; findUnclaimed: FindUnclaimed },
  { memberId, old, rule }: { memberId: string; old: Power; rule: PowerRule },
): Promise<{ active: bigint; spokenFor: Pick<Power, 'dynamic' | 'bonus'> }> {
  const { tx, findUnclaimed } = ctx;
  const member = await findMember(tx, memberId);
  assert(member, 'a session belongs to a member');
  const spokenFor = await findUnclaimed(tx, memberId);
  const { dynamic, bonus } = spokenFor;
  const hasPart = member.activatedAt !== null && !(await mayOnlyLeave(ctx, member));
  const free = hasPart ? { ...old, dynamic: old.dynamic - dynamic, bonus: old.bonus - bonus } : noPower;
  return { active: activePower(free, rule), spokenFor };
}
