import { intervalSeconds, openTimeOf } from '@openmere/core/swap/candle.ts';
import type { PlacedCandle } from '@openmere/core/swap/candle.ts';
import { intervals } from '@openmere/core/swap/contract.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { WORDS } from './swap-columns.ts';
import type { SwapColumns } from './swap-columns.ts';

/** Candles as columns over the swaps that they are made of: prices and positions are those of swaps, by their index. */
export class CandleColumns {
  readonly openTimes: Float64Array;
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly trades: Float64Array;
  /** Sums of the amounts' words; each below 2^32 but the highest of either coin. */
  readonly sums: Float64Array;
  length = 0;

  constructor(capacity: number) {
    this.openTimes = new Float64Array(capacity);
    this.first = new Uint32Array(capacity);
    this.last = new Uint32Array(capacity);
    this.high = new Uint32Array(capacity);
    this.low = new Uint32Array(capacity);
    this.trades = new Float64Array(capacity);
    this.sums = new Float64Array(capacity * WORDS);
  }

  /** Appends a candle without volume whose prices are all of swap `index`. */
  begin(openTime: number, index: number): number {
    const candle = this.length;
    this.openTimes[candle] = openTime;
    this.first[candle] = this.last[candle] = this.high[candle] = this.low[candle] = index;
    this.length = candle + 1;
    return candle;
  }

  /** Brings the sums of a candle below 2^32 each, but the highest of either coin. */
  carry(candle: number): void {
    const { sums } = this;
    for (let word = candle * WORDS; word < (candle + 1) * WORDS; word += 1) {
      if (word % HALF === HALF - 1) continue;
      const sum = sums[word] ?? 0;
      if (sum < WORD) continue;
      const over = Math.floor(sum / WORD);
      sums[word] = sum - over * WORD;
      sums[word + 1] = (sums[word + 1] ?? 0) + over;
    }
  }

  /** A volume in base units; `coin` 0 is OPEN, 1 is USDT. */
  volume(candle: number, coin: 0 | 1): bigint {
    const at = candle * WORDS + coin * HALF;
    const { sums } = this;
    const low = BigInt((sums[at] ?? 0) + ((sums[at + 1] ?? 0) % LOW) * WORD);
    const high = Math.floor((sums[at + 1] ?? 0) / LOW) + (sums[at + 2] ?? 0) * (WORD / LOW);
    const top = sums[at + 3] ?? 0;
    return low + (BigInt(high) << 53n) + (top === 0 ? 0n : BigInt(top) << 96n);
  }
}

/** Words of one coin. */
const HALF = WORDS / 2;
const WORD = 2 ** 32;
/** With so much of the second word the first two are exact in a double: 21 + 32 bits. */
const LOW = 2 ** 21;
/** Swaps of one minute that follow each other, at most: sums of so many words are exact in a double. */
const RUN_MAX = 2 ** 20;
const MINUTE = intervalSeconds['1m'];

/** Runs of swaps of the same minute → parts of candles, in the order given. */
export function minutePartsOf(swaps: SwapColumns): CandleColumns {
  const { length, times } = swaps;
  const starts: number[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let start = 0;
  for (let index = 0; index < length; index += 1) {
    const time = times[index] ?? 0;
    if (time < end && time >= end - MINUTE && index - start < RUN_MAX) continue;
    end = openTimeOf('1m', time) + MINUTE;
    start = index;
    starts.push(index);
  }
  const candles = new CandleColumns(starts.length);
  starts.forEach((from, at) => foldRun(swaps, candles, from, starts[at + 1] ?? length));
  return candles;
}

/** One candle of the swaps [from, to), written out: a history has millions of swaps. */
function foldRun(swaps: SwapColumns, candles: CandleColumns, from: number, to: number): void {
  const { positions, approx, prices, words } = swaps;
  let first = from;
  let last = from;
  let high = from;
  let low = from;
  let firstAt = positions[from] ?? 0;
  let lastAt = firstAt;
  let top = approx[from] ?? 0;
  let bottom = top;
  let open0 = 0;
  let open1 = 0;
  let open2 = 0;
  let open3 = 0;
  let usdt0 = 0;
  let usdt1 = 0;
  let usdt2 = 0;
  let usdt3 = 0;
  for (let index = from; index < to; index += 1) {
    const at = positions[index] ?? 0;
    if (at < firstAt) {
      first = index;
      firstAt = at;
    } else if (at > lastAt) {
      last = index;
      lastAt = at;
    }
    // A double is never out of order with what it approximates, so the exact numbers are asked only when it is equal.
    const price = approx[index] ?? 0;
    if (price > top || (price === top && (prices[index] ?? 0n) > (prices[high] ?? 0n))) {
      high = index;
      top = price;
    }
    if (price < bottom || (price === bottom && (prices[index] ?? 0n) < (prices[low] ?? 0n))) {
      low = index;
      bottom = price;
    }
    const word = index * WORDS;
    open0 += words[word] ?? 0;
    open1 += words[word + 1] ?? 0;
    open2 += words[word + 2] ?? 0;
    open3 += words[word + 3] ?? 0;
    usdt0 += words[word + 4] ?? 0;
    usdt1 += words[word + 5] ?? 0;
    usdt2 += words[word + 6] ?? 0;
    usdt3 += words[word + 7] ?? 0;
  }
  const candle = candles.begin(openTimeOf('1m', swaps.times[from] ?? 0), first);
  candles.last[candle] = last;
  candles.high[candle] = high;
  candles.low[candle] = low;
  candles.trades[candle] = to - from;
  const { sums } = candles;
  const at = candle * WORDS;
  sums[at] = open0;
  sums[at + 1] = open1;
  sums[at + 2] = open2;
  sums[at + 3] = open3;
  sums[at + 4] = usdt0;
  sums[at + 5] = usdt1;
  sums[at + 6] = usdt2;
  sums[at + 7] = usdt3;
  candles.carry(candle);
}

/** Parts of minutes → one candle each, oldest first. Swaps in order of the chain leave nothing to do. */
export function joinMinutes(swaps: SwapColumns, parts: CandleColumns): CandleColumns {
  const { openTimes, length } = parts;
  for (let index = 1; index < length; index += 1) {
    if ((openTimes[index - 1] ?? 0) >= (openTimes[index] ?? 0)) return rollUpColumns(swaps, parts, '1m');
  }
  return parts;
}

/** Parts of candles, oldest first, → candles of `interval`. Parts in another order are put into it first. */
export function rollUpColumns(swaps: SwapColumns, parts: CandleColumns, interval: Interval): CandleColumns {
  const order = orderOf(parts);
  const candles = new CandleColumns(Math.min(parts.length, countSlots(parts, order, interval)));
  let candle = -1;
  let openTime = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < parts.length; index += 1) {
    const part = order ? (order[index] ?? 0) : index;
    const time = openTimeOf(interval, parts.openTimes[part] ?? 0);
    if (time !== openTime) {
      if (candle >= 0) candles.carry(candle);
      candle = candles.begin(time, parts.first[part] ?? 0);
      openTime = time;
    }
    join(swaps, candles, candle, parts, part);
  }
  if (candle >= 0) candles.carry(candle);
  return candles;
}

/** Intervals from the first part to the last, with those that have no swap. */
function countSlots(
  { openTimes, length }: CandleColumns,
  order: Uint32Array | undefined,
  interval: Interval,
): number {
  const first = openTimes[order?.[0] ?? 0] ?? 0;
  const last = openTimes[order?.[length - 1] ?? length - 1] ?? 0;
  return Math.floor((last - first) / intervalSeconds[interval]) + 2;
}

/** Undefined when the parts are in order already: swaps come in order of the chain, all but always. */
function orderOf({ openTimes, length }: CandleColumns): Uint32Array | undefined {
  let isSorted = true;
  for (let index = 1; index < length && isSorted; index += 1) {
    isSorted = (openTimes[index - 1] ?? 0) <= (openTimes[index] ?? 0);
  }
  if (isSorted) return undefined;
  return Uint32Array.from({ length }, (_, index) => index).sort(
    (a, b) => (openTimes[a] ?? 0) - (openTimes[b] ?? 0),
  );
}

function join(
  swaps: SwapColumns,
  candles: CandleColumns,
  candle: number,
  parts: CandleColumns,
  part: number,
): void {
  const { positions } = swaps;
  const first = parts.first[part] ?? 0;
  const last = parts.last[part] ?? 0;
  const high = parts.high[part] ?? 0;
  const low = parts.low[part] ?? 0;
  if ((positions[first] ?? 0) < (positions[candles.first[candle] ?? 0] ?? 0)) candles.first[candle] = first;
  if ((positions[last] ?? 0) > (positions[candles.last[candle] ?? 0] ?? 0)) candles.last[candle] = last;
  if (isAbove(swaps, high, candles.high[candle] ?? 0)) candles.high[candle] = high;
  if (isAbove(swaps, candles.low[candle] ?? 0, low)) candles.low[candle] = low;
  candles.trades[candle] = (candles.trades[candle] ?? 0) + (parts.trades[part] ?? 0);
  for (let word = 0; word < WORDS; word += 1) {
    const at = candle * WORDS + word;
    candles.sums[at] = (candles.sums[at] ?? 0) + (parts.sums[part * WORDS + word] ?? 0);
  }
}

/** Whether the price of swap `a` is above that of swap `b`. */
function isAbove({ approx, prices }: SwapColumns, a: number, b: number): boolean {
  const left = approx[a] ?? 0;
  const right = approx[b] ?? 0;
  return left > right || (left === right && (prices[a] ?? 0n) > (prices[b] ?? 0n));
}

/** Swaps → candles of all intervals. The 1-minute series first, the others from it (rulebook §7). */
export function foldColumns(swaps: SwapColumns): Map<Interval, CandleColumns> {
  const all = new Map<Interval, CandleColumns>();
  // Each interval is made of whole ones of the interval before it, weeks of days included.
  let parts = joinMinutes(swaps, minutePartsOf(swaps));
  for (const interval of intervals) {
    if (interval !== '1m') parts = rollUpColumns(swaps, parts, interval);
    all.set(interval, parts);
  }
  return all;
}

/** Candles out of their columns. */
export function listCandlesOf(swaps: SwapColumns, candles: CandleColumns): PlacedCandle[] {
  const priceOf = (index: number | undefined): bigint => swaps.prices[index ?? 0] ?? 0n;
  return Array.from({ length: candles.length }, (_, candle) => ({
    openTime: candles.openTimes[candle] ?? 0,
    open: priceOf(candles.first[candle]),
    high: priceOf(candles.high[candle]),
    low: priceOf(candles.low[candle]),
    close: priceOf(candles.last[candle]),
    volumeOpen: candles.volume(candle, 0),
    volumeUsdt: candles.volume(candle, 1),
    trades: candles.trades[candle] ?? 0,
    firstAt: swaps.positions[candles.first[candle] ?? 0] ?? 0,
    lastAt: swaps.positions[candles.last[candle] ?? 0] ?? 0,
  }));
}
