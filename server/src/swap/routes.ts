import { openTimeOf } from '@openmere/core/swap/candle.ts';
import { kline, pool, trades } from '@openmere/core/swap/contract.ts';
import { createBusinessClock } from '../platform/business-clock.ts';
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
  const clock = createBusinessClock(db);
  // What is made once for many is read statement by statement: one of them is as good as the next.
  const offers = { tx: db, chainId };
  // The last 24 hours move with the clock: everybody is given the same second.
  serve(
    api,
    pool,
    async (ctx) => {
      const now = await clock(ctx.now);
      return ctx.share('', String(Math.floor(now.getTime() / 1000)), () => getPool({ ...offers, now }));
    },
    offers,
  );
  serve(
    api,
    kline,
    async (ctx, input) => {
      const { interval, before = '', limit = '' } = input;
      const [{ version }, now] = await Promise.all([readVersion(), clock(ctx.now)]);
      // The running interval has a candle, too, from its first moment on.
      const running = openTimeOf(interval, Math.floor(now.getTime() / 1000));
      const key = `${interval} ${before} ${limit}`;
      return ctx.share(key, `${version} ${running}`, () => listCandles({ ...offers, now }, input));
    },
    offers,
  );
  serve(
    api,
    trades,
    async (ctx, input) => {
      const { wallet, traded } = await findOwnWallet(ctx);
      if (input.scope === 'mine') return listTradesFor({ ...ctx, wallet }, input);
      const { version, cursor } = await readVersion();
      const { type = '', id = '', cursor: page = '', pageSize = '' } = input;
      const key = `${traded} ${type} ${id} ${page} ${pageSize}`;
      return ctx.share(key, `${version} ${cursor}`, () => listTradesFor({ ...ctx, wallet: traded }, input));
    },
    offers,
  );
}
