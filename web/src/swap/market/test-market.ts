import type { OutputOf } from '@openmere/core/calls.ts';
import type { CandleRow } from '../chart/candle-series.ts';

/** What the market answers in tests. */
export const samplePool: OutputOf<'trade/Pool'> = {
  price: '0.12345678',
  change24h: '-2.41',
  reserveusdt: '123456.789',
  reserveopen: '1000000',
  lptotal: '351364.1',
  klast: '0',
  burned: '4812.37',
  volume24h: '9876.5',
  volumeopen24h: '80001',
  high24h: '0.13',
  low24h: '0.12',
  trades24h: 12,
  fees: { poolbps: 30, communitybps: 50, burnbps: 100 },
  twap: '0.125',
  tradable: true,
  block: 100,
  asof: '2026-03-01T10:00:00.000Z',
};

export const sampleTrade: OutputOf<'trade/Trades'> = {
  id: 'trd_1',
  time: '2026-03-01T10:00:00.000Z',
  type: 'buy',
  quantity: '1234.567',
  amount: '150',
  price: '0.1215',
  fee: '0.75',
  burned: '0',
  hash: `0x${'a'.repeat(64)}`,
  address: `0x${'b'.repeat(40)}`,
  mine: true,
  status: 'final',
  block: 99,
};

const HOUR_MS = 3_600_000;

/** Candles of one hour each, oldest first, the last one of the current hour; each opens where the one before closed. */
export function sampleCandles(closes: readonly string[], now = Date.now()): CandleRow[] {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  return closes.map((close, index) => {
    const open = closes[index - 1] ?? close;
    const [low, high] = Number(open) < Number(close) ? [open, close] : [close, open];
    const opentime = new Date(last - (closes.length - 1 - index) * HOUR_MS).toISOString();
    return { opentime, open, high, low, close, volumeopen: '10', volumeusdt: '1234.5', trades: 2 };
  });
}
