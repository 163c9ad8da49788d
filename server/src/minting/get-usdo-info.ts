import type { CallResult } from '@openmere/core/kit/call.ts';
import type { usdoInfo } from '@openmere/core/minting/contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import type { InfoDeps } from './get-cast-info.ts';
import { sumRecords } from './record-store.ts';
import type { MintingTotals } from './record-store.ts';

const nothing = { consumed: 0n, obtained: 0n, value: 0n, fee: 0n, burned: 0n };

/** What the bound wallet minted of USDO and redeemed altogether, and what the sales of OPEN cost. */
export async function getUsdoInfo(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & InfoDeps,
): Promise<CallResult<typeof usdoInfo>> {
  const { tx, actor, chainId } = ctx;
  const address = (await findMember(tx, actor.id))?.walletAddress as Hex | null | undefined;
  const sums = address ? await sumRecords(tx, { chainId, address }) : [];
  const of = (type: MintingTotals['type']) => sums.find((sum) => sum.type === type) ?? nothing;
  const [fromUsdt, fromOpen, redeemed] = [of('usdo-usdt'), of('usdo-open'), of('redeem')];
  return {
    minted: formatAmount(fromUsdt.obtained + fromOpen.obtained),
    fromusdt: formatAmount(fromUsdt.obtained),
    fromopen: formatAmount(fromOpen.obtained),
    open: formatAmount(fromOpen.consumed),
    fees: formatAmount(fromOpen.fee),
    burned: formatAmount(fromOpen.burned),
    redeemed: formatAmount(redeemed.consumed),
  };
}
