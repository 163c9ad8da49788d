import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { fillSeries, intervalSeconds, openTimeOf } from '@openmere/core/swap/candle.ts';
import type { kline } from '@openmere/core/swap/contract.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import { readCandleTexts } from './candle-store.ts';
import { candleRowOfText, flatText } from './candle-text.ts';

const LIMIT = 300;
/** Times beyond this (the year 9999) are no times of candles. */
const TIME_MAX_SEC = 253_402_300_799;

/**
 * Candles of an interval, oldest first: the newest up to now, or those before `before`. Intervals without trades repeat the
 * last close with zero volume (rulebook §7); before the first trade there is nothing.
 */
export async function listCandles(
  ctx: ReadCtx & Pick<Ctx, 'now'> & { chainId: number },
  input: CallParsed<typeof kline>,
): Promise<CallResult<typeof kline>> {
  const { tx, now, chainId } = ctx;
  const { interval, limit = LIMIT } = input;
  const step = intervalSeconds[interval];
  const before = input.before === undefined ? undefined : endOf(interval, input.before);
  const candles = await readCandleTexts(tx, chainId, { interval, before, limit });
  const last = candles.at(-1);
  if (!last) return { list: [] };
  // The chain's clock may be a little ahead of ours.
  const current = Math.max(openTimeOf(interval, Math.floor(now.getTime() / 1000)), last.openTime);
  const to = Math.min(before ?? Number.POSITIVE_INFINITY, current + step);
  const from = to - limit * step;
  return { list: fillSeries(candles, interval, { from, to }, flatText).map(candleRowOfText) };
}

/** Candles that begin before this moment are meant: the next begin at or after `before`. */
function endOf(interval: CallParsed<typeof kline>['interval'], before: string): number {
  const seconds = Math.min(Math.ceil(Date.parse(before) / 1000), TIME_MAX_SEC);
  const open = openTimeOf(interval, seconds);
  return open === seconds ? open : open + intervalSeconds[interval];
}
