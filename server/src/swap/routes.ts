import { openTimeOf } from '@openmere/core/swap/candle.ts';
import { kline, pool, trades } from '@openmere/core/swap/contract.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getPool } from './get-pool.ts';
import { listCandles } from './list-candles.ts';
import { findOwnWallet, listTradesFor } from './list-trades.ts';
import { createMarketVersion } from './market-version.ts';

export type SwapDeps = { db: Db; chainId: number };

export function swapRoutes(api: Api, { db, chainId }: SwapDeps): void {
  const readVersion = createMarketVersion(db, chainId);
  // The last 24 hours move with the clock: everybody is given the same second.
  serve(api, pool, (_actor, _input, now, share) =>
    share('', String(Math.floor(now.getTime() / 1000)), () => getPool(db, chainId, now)),
  );
  serve(api, kline, async (_actor, input, now, share) => {
    const { interval, before = '', limit = '' } = input;
    const { version } = await readVersion();
    // The running interval has a candle, too, from its first moment on.
    const running = openTimeOf(interval, Math.floor(now.getTime() / 1000));
    return share(`${interval} ${before} ${limit}`, `${version} ${running}`, () =>
      listCandles(db, chainId, input, now),
    );
  });
  serve(api, trades, async (actor, input, _now, share) => {
    const { wallet, traded } = await findOwnWallet(db, chainId, actor);
    if (input.scope === 'mine') return listTradesFor(db, { actor, wallet, chainId }, input);
    const { version, cursor } = await readVersion();
    const { type = '', id = '', cursor: page = '', pageSize = '' } = input;
    return share(`${traded} ${type} ${id} ${page} ${pageSize}`, `${version} ${cursor}`, () =>
      listTradesFor(db, { actor, wallet: traded, chainId }, input),
    );
  });
}
