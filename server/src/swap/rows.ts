import type { CallOutput } from '@openmere/core/kit/call.ts';
import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import type { Candle } from '@openmere/core/swap/candle.ts';
import type { candle, pool, tradeRow } from '@openmere/core/swap/contract.ts';
import type { z } from 'zod';
import type { PoolSnapshot } from './pool-state.ts';
import type { Trade } from './tables.ts';

/** A candle as the wire has it. */
export function candleRowOf(one: Candle): z.output<typeof candle> {
  return {
    opentime: new Date(one.openTime * 1000).toISOString(),
    open: formatAmount(one.open),
    high: formatAmount(one.high),
    low: formatAmount(one.low),
    close: formatAmount(one.close),
    volumeopen: formatAmount(one.volumeOpen),
    volumeusdt: formatAmount(one.volumeUsdt),
    trades: one.trades,
  };
}

/** A trade as the wire has it; `wallet` is the asker's own. */
export function tradeRowOf(trade: Trade, wallet?: string | null): z.output<typeof tradeRow> {
  const { usdt_amount: usdt, open_amount: open } = trade;
  return {
    id: trade.id,
    time: trade.block_time.toISOString(),
    type: trade.bought ? 'buy' : 'sell',
    quantity: formatAmount(open),
    amount: formatAmount(usdt),
    price: formatAmount(open === 0n ? 0n : (usdt * oneCoin) / open),
    fee: formatAmount(trade.fee),
    burned: formatAmount(trade.burned),
    hash: trade.tx_hash,
    address: trade.address,
    mine: trade.address === wallet,
    status: trade.status,
    block: Number(trade.block_number),
  };
}

/** What a change of the pool changes, as trade/Pool and the socket say it. */
export function poolFactsOf(
  state: PoolSnapshot,
): Pick<
  CallOutput<typeof pool>,
  | 'price'
  | 'reserveusdt'
  | 'reserveopen'
  | 'lptotal'
  | 'klast'
  | 'burned'
  | 'fees'
  | 'twap'
  | 'tradable'
  | 'block'
  | 'asof'
> {
  return {
    price: formatAmount(state.priceE18),
    reserveusdt: formatAmount(state.reserveUsdt),
    reserveopen: formatAmount(state.reserveOpen),
    lptotal: formatAmount(state.lpTotal),
    klast: String(state.kLast),
    burned: formatAmount(state.burned),
    fees: { poolbps: state.poolBps, communitybps: state.communityBps, burnbps: state.burnBps },
    twap: state.twapE18 === null ? null : formatAmount(state.twapE18),
    tradable: state.tradable,
    block: Number(state.block),
    asof: state.time.toISOString(),
  };
}
