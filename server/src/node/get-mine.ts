import type { CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { nodeMine } from '@openmere/core/node/contract.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { NodeDeps } from './list-types.ts';
import { findHeld } from './store.ts';

export type MineDeps = NodeDeps & {
  /** Dividends that a member ever got, by coin, in base units. */
  sumDividends: (db: Db, memberId: string) => Promise<{ coinId: string; sum: bigint }[]>;
};

/** Node/Mine: the medal that the bound wallet holds now. */
export async function getMine(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & MineDeps,
): Promise<CallResult<typeof nodeMine>> {
  const { tx, actor, chainId } = ctx;
  const wallet = (await findMember(tx, actor.id))?.walletAddress;
  const medal = wallet && (await findHeld(tx, chainId, wallet));
  if (!medal) return null;
  return {
    type: medal.type,
    tokenid: medal.token_id,
    hash: medal.cameBy,
    time: medal.came.toISOString(),
    dividends: (await ctx.sumDividends(tx, actor.id)).map(({ coinId: coinid, sum }) => {
      return { coinid, amount: formatAmount(sum) };
    }),
    equity: formatAmount(medal.equity_member === actor.id ? (medal.equity ?? 0n) : 0n),
    bought: medal.first_owner === wallet,
  };
}
