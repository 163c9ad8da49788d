import type { CallOutput, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { liquidityPosition } from '@openmere/core/liquidity/contract.ts';
import { equityRoom, equityUntilAgain, isCapped, noEquity } from '@openmere/core/liquidity/equity.ts';
import { quotePosition } from '@openmere/core/liquidity/position.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { memberBalance } from '../ledger/balances.ts';
import { findMember } from '../member/find.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import type { findPoolState } from '../swap/pool-state.ts';
import { findEquityState } from './equity-store.ts';
import { noHolding } from './fold.ts';
import { findHolding } from './store.ts';

export type PositionDeps = { chainId: number; findPool: typeof findPoolState };

type Output = CallOutput<typeof liquidityPosition>;

/**
 * The final position of the member's bound wallet, valued at the pool's reserves of the last block that the indexer has read,
 * and the EQUITY of the member's person. Refusal: swap.nopool, while the pool is not known.
 */
export async function getPosition(
  tx: Tx,
  _now: Date,
  actor: MemberActor,
  _input: object,
  deps: PositionDeps,
): Promise<CallResult<typeof liquidityPosition>> {
  const pool = await deps.findPool(tx);
  if (!pool) throw new Refusal('swap.nopool');
  const address = ((await findMember(tx, actor.id))?.walletAddress ?? null) as Hex | null;
  const kept = address === null ? undefined : await findHolding(tx, { chain_id: deps.chainId, address });
  const { position, ousdObtained, holds } = kept?.holding ?? noHolding;
  const quote = quotePosition(position, pool);
  return {
    address,
    lp: formatAmount(position.lp),
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
    holds: holds.map(({ id, amount, releaseAt }) => ({
      id: Number(id),
      amount: formatAmount(amount),
      releaseat: releaseAt.toISOString(),
    })),
    heldtotal: formatAmount(holds.reduce((sum, { amount }) => sum + amount, 0n)),
    minimumadd: formatAmount((await readSettings(tx)).liquidityMinimumAdd),
    equity: await getEquity(tx, actor),
    block: Number(pool.block),
    asof: pool.time.toISOString(),
  };
}

/** The balance is the member's own, the rest the person's: main account and sub-accounts share one cap. */
async function getEquity(tx: Tx, actor: MemberActor): Promise<Output['equity']> {
  const { equityCap: cap, equityAgain: again } = await readSettings(tx);
  const rule = { cap, again };
  const state = (await findEquityState(tx, actor.id, actor.family)) ?? noEquity;
  const { available, held } = await memberBalance(tx, actor.id, 'EQUITY');
  return {
    balance: formatAmount(available + held),
    earned: formatAmount(state.earned),
    spent: formatAmount(state.spent),
    cap: formatAmount(cap),
    room: formatAmount(equityRoom(state, rule)),
    capped: isCapped(state, rule),
    again: formatAmount(equityUntilAgain(state, rule)),
  };
}
