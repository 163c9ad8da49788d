import type { CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { liquidityPosition } from '@openmere/core/liquidity/contract.ts';
import { lockedLp } from '@openmere/core/liquidity/lock.ts';
import { quotePosition } from '@openmere/core/liquidity/position.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import type { findPoolState } from '../swap/pool-store.ts';
import { noHolding } from './fold.ts';
import { getEquity } from './get-equity.ts';
import { findLift } from './lift-store.ts';
import { findHolding, sumTraded } from './store.ts';

export type PositionDeps = { chainId: number; findPool: typeof findPoolState };

/**
 * The final position of the member's bound wallet, valued at the pool's reserves of the last block that the indexer has read,
 * and the EQUITY of the member's person. What the desk demands and holds back is read
 * from it. Refusal: swap.nopool, while pool or desk is not known.
 */
export async function getPosition(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & PositionDeps,
): Promise<CallResult<typeof liquidityPosition>> {
  const { tx, actor } = ctx;
  const pool = await ctx.findPool(tx);
  if (!pool?.desk) throw new Refusal('swap.nopool');
  const address = ((await findMember(tx, actor.id))?.walletAddress ?? null) as Hex | null;
  const spot = address === null ? undefined : { chain_id: ctx.chainId, address };
  const kept = spot && (await findHolding(tx, spot));
  const traded = spot && (await sumTraded(tx, spot));
  const { position, ousdObtained, holds, locks } = kept?.holding ?? noHolding;
  // By the chain’s clock, as the desk sees it.
  const blockMs = pool.time.getTime();
  const quote = quotePosition(position, pool);
  return {
    address,
    lp: formatAmount(position.lp),
    locks: locks
      .filter(({ freeAt }) => freeAt > blockMs)
      .map(({ lp, freeAt }) => ({ lp: formatAmount(lp), freeat: new Date(freeAt).toISOString() })),
    lplocked: formatAmount(lockedLp(locks, blockMs)),
    share: formatAmount(quote.shareE18 * 100n),
    usdt: formatAmount(quote.usdt),
    open: formatAmount(quote.open),
    paidinusdt: formatAmount(position.paidInUsdt),
    paidinopen: formatAmount(position.paidInOpen),
    paidinvalue: formatAmount(position.paidInValue),
    value: formatAmount(quote.value),
    heldvalue: formatAmount(quote.heldValue),
    feesearned: formatAmount(quote.feesEarned),
    ousdobtained: formatAmount(ousdObtained),
    net: formatAmount(quote.net),
    // What was paid in and is paid in no more is the cost of what went out.
    realised: traded?.inKind
      ? null
      : formatAmount((traded?.brought ?? 0n) - ((traded?.paidIn ?? 0n) - position.paidInValue)),
    holds: holds.map(({ id, amount, releaseAt }) => ({
      id: Number(id),
      amount: formatAmount(amount),
      releaseat: releaseAt.toISOString(),
    })),
    heldtotal: formatAmount(holds.reduce((sum, { amount }) => sum + amount, 0n)),
    holdliftedat: (await findLift(tx, ctx.chainId))?.toISOString() ?? null,
    minimumadd: formatAmount(pool.desk.minimumAdd),
    holdbps: pool.desk.holdBps,
    holdseconds: Number(pool.desk.holdSeconds),
    equity: await getEquity(ctx, blockMs),
    block: Number(pool.block),
    asof: pool.time.toISOString(),
  };
}
