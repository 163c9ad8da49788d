import type { CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { nodeTypesCall } from '@openmere/core/node/contract.ts';
import { nodeTypes } from '@openmere/core/node/rules.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { equityOf } from './grant-equity.ts';
import { listSales } from './store.ts';
import { weightsOf } from './weight-store.ts';

export type NodeDeps = { chainId: number };

/** Node/Types, in the contract's order; empty while the contract was never read. */
export async function listTypes(ctx: Pick<Ctx, 'tx'> & NodeDeps): Promise<CallResult<typeof nodeTypesCall>> {
  const { tx, chainId } = ctx;
  const settings = await readSettings(tx);
  const equity = equityOf(settings);
  const weights = weightsOf(settings);
  const now = (await businessNow(tx)).toISOString();
  const sales = await listSales(tx, chainId);
  const list = nodeTypes.flatMap((type) => {
    const sale = sales.find((one) => one.type === type);
    if (!sale) return [];
    const hasWindow = sale.closes_at > sale.opens_at;
    return [
      {
        type,
        total: sale.total,
        subscribed: sale.sold,
        price: formatAmount(sale.price),
        starts: hasWindow ? sale.opens_at.toISOString() : null,
        ends: hasWindow ? sale.closes_at.toISOString() : null,
        equity: formatAmount(equity[type]),
        weight: weights[type],
        private: type === 'gold',
        paused: sale.paused,
        asof: sale.block_time.toISOString(),
        now,
      },
    ];
  });
  return { list };
}
