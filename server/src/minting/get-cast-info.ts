import type { CallResult } from '@openmere/core/kit/call.ts';
import type { castInfo } from '@openmere/core/minting/contract.ts';
import { isMining, missingPower, oldEnoughUntil, takesPartFrom } from '@openmere/core/minting/power.ts';
import type { Power } from '@openmere/core/minting/power.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { nextActive } from './next-power.ts';
import type { FindUnclaimed } from './next-power.ts';
import { listYoung, powerOf } from './power-store.ts';
import { sumRecords } from './record-store.ts';

export type InfoDeps = { chainId: number; findUnclaimed: FindUnclaimed };
const DAY_MS = 86_400_000;

const showPower = ({ personal, dynamic, bonus }: Power) => ({
  personal: formatAmount(personal),
  dynamic: formatAmount(dynamic),
  bonus: formatAmount(bonus),
});

/** Where one stands with hash power: what is there, what is missing for mining, what takes part when, and what was minted. */
export async function getCastInfo(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & InfoDeps,
): Promise<CallResult<typeof castInfo>> {
  const { tx, actor, chainId } = ctx;
  const now = await businessNow(tx);
  const { mintingThreshold: threshold, mintingThresholdInclusive: inclusive } = await readSettings(tx);
  const rule = { threshold, inclusive };
  const until = oldEnoughUntil(now.getTime());
  const { power, old, granted } = await powerOf(tx, actor.id, new Date(until));
  const young = await listYoung(tx, actor.id, new Date(until));
  const waiting = new Map<number, bigint>();
  for (const { left, effective_at } of young) {
    const from = takesPartFrom(effective_at.getTime());
    waiting.set(from, (waiting.get(from) ?? 0n) + left);
  }
  const address = (await findMember(tx, actor.id))?.walletAddress as Hex | null | undefined;
  const sums = address ? await sumRecords(tx, { chainId, address }) : [];
  const { active, spokenFor } = await nextActive(ctx, { memberId: actor.id, old, rule });
  const minted = sums.find(({ type }) => type === 'power');
  return {
    personal: formatAmount(power.personal),
    dynamic: formatAmount(power.dynamic),
    bonus: formatAmount(power.bonus),
    threshold: formatAmount(threshold),
    inclusive,
    mining: isMining(power.personal, rule),
    missing: formatAmount(missingPower(power.personal, rule)),
    active: formatAmount(active),
    granted: showPower(granted),
    old: showPower(old),
    spokenfor: { dynamic: formatAmount(spokenFor.dynamic), bonus: formatAmount(spokenFor.bonus) },
    next: new Date(until + DAY_MS).toISOString(),
    waiting: [...waiting]
      .sort(([a], [b]) => a - b)
      .map(([from, amount]) => ({ amount: formatAmount(amount), from: new Date(from).toISOString() })),
    minted: {
      power: formatAmount(minted?.obtained ?? 0n),
      open: formatAmount(minted?.consumed ?? 0n),
      value: formatAmount(minted?.value ?? 0n),
      burned: formatAmount(minted?.burned ?? 0n),
    },
  };
}
