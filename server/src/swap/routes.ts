import { kline, pool, trades } from '@openmere/core/swap/contract.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { createGetPool } from './get-pool.ts';
import { listCandles } from './list-candles.ts';
import { listTradesFor } from './list-trades.ts';

export type SwapDeps = { db: Db; chainId: number };

export function swapRoutes(api: Api, deps: SwapDeps): void {
  serve(api, pool, createGetPool(deps.db, deps.chainId));
  serve(api, kline, (_actor, input, now) => listCandles(deps.db, deps.chainId, input, now));
  serveTx(api, trades, (tx, now, actor, input) => listTradesFor(tx, now, actor, input, deps));
}
