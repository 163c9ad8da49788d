import { weighByTime } from '@openmere/core/reward/time-weight.ts';
import { listLpHoldings } from '../liquidity/store.ts';
import { findOwners } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import type { Span, Weight } from './sources.ts';

/** Liquidity by how long it was held, by wallet. */
export async function listLiquidityWeights(ctx: Pick<Ctx, 'tx'>, span: Span): Promise<Weight[]> {
  const { tx } = ctx;
  const holdings = await listLpHoldings(tx, span);
  const weights = weighByTime(
    holdings.map(({ address, at, lp }) => ({ holder: address, at: at.getTime(), amount: lp < 0n ? 0n : lp })),
    { from: span.from.getTime(), to: span.to.getTime() },
  );
  const owners = await findOwners(tx, [...weights.keys()]);
  return [...weights].map(([address, weight]) => ({ memberId: owners.get(address) ?? null, weight }));
}
