import { intervalSeconds, openTimeOf } from '@openmere/core/swap/candle.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { WORDS } from './swap-columns.ts';
import type { SwapColumns } from './swap-columns.ts';

/** Bars as columns over the swaps that they are made of: prices and positions are those of swaps, by their index. */
export class BarColumns {
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

  /** Appends a bar without volume whose prices are all of swap `index`. */
  begin(openTime: number, index: number): number {
    const bar = this.length;
    this.openTimes[bar] = openTime;
    this.first[bar] = this.last[bar] = this.high[bar] = this.low[bar] = index;
    this.length = bar + 1;
    return bar;
  }

  /** Brings the sums of a bar below 2^32 each, but the highest of either coin. */
  carry(bar: number): void {
    const { sums } = this;
    for (let word = bar * WORDS; word < (bar + 1) * WORDS; word += 1) {
      if (word % HALF === HALF - 1) continue;
      const sum = sums[word] ?? 0;
      if (sum < WORD) continue;
      const over = Math.floor(sum / WORD);
      sums[word] = sum - over * WORD;
      sums[word + 1] = (sums[word + 1] ?? 0) + over;
    }
  }

  /** A volume in base units; `coin` 0 is OPEN, 1 is USDT. */
  volume(bar: number, coin: 0 | 1): bigint {
    const at = bar * WORDS + coin * HALF;
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

/** Runs of swaps of the same minute → parts of bars, in the order given. */
export function minutePartsOf(swaps: SwapColumns): BarColumns {
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
  const bars = new BarColumns(starts.length);
  starts.forEach((from, at) => foldRun(swaps, bars, from, starts[at + 1] ?? length));
  return bars;
}

/** One bar of the swaps [from, to), written out: a history has millions of swaps. */
function foldRun(swaps: SwapColumns, bars: BarColumns, from: number, to: number): void {
  const { positions, approx, prices, words } = swaps;
  let first = from;
  let last = from;
  let high = from;
  let low = from;
  let firstAt = positions[from] ?? 0;
  let lastAt = firstAt;
  let top = approx[from] ?? 0;
  let bottom = top;
  let o0 = 0;
  let o1 = 0;
  let o2 = 0;
  let o3 = 0;
  let u0 = 0;
  let u1 = 0;
  let u2 = 0;
  let u3 = 0;
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
    o0 += words[word] ?? 0;
    o1 += words[word + 1] ?? 0;
    o2 += words[word + 2] ?? 0;
    o3 += words[word + 3] ?? 0;
    u0 += words[word + 4] ?? 0;
    u1 += words[word + 5] ?? 0;
    u2 += words[word + 6] ?? 0;
    u3 += words[word + 7] ?? 0;
  }
  const bar = bars.begin(openTimeOf('1m', swaps.times[from] ?? 0), first);
  bars.last[bar] = last;
  bars.high[bar] = high;
  bars.low[bar] = low;
  bars.trades[bar] = to - from;
  const { sums } = bars;
  const at = bar * WORDS;
  sums[at] = o0;
  sums[at + 1] = o1;
  sums[at + 2] = o2;
  sums[at + 3] = o3;
  sums[at + 4] = u0;
  sums[at + 5] = u1;
  sums[at + 6] = u2;
  sums[at + 7] = u3;
  bars.carry(bar);
}

/** Parts of minutes → one bar each, oldest first. Swaps in order of the chain leave nothing to do. */
export function joinMinutes(swaps: SwapColumns, parts: BarColumns): BarColumns {
  const { openTimes, length } = parts;
  for (let index = 1; index < length; index += 1) {
    if ((openTimes[index - 1] ?? 0) >= (openTimes[index] ?? 0)) return rollUpBars(swaps, parts, '1m');
  }
  return parts;
}

/** Parts of bars, oldest first, → bars of `interval`. Parts in another order are put into it first. */
export function rollUpBars(swaps: SwapColumns, parts: BarColumns, interval: Interval): BarColumns {
  const order = orderOf(parts);
  const bars = new BarColumns(Math.min(parts.length, countSlots(parts, order, interval)));
  let bar = -1;
  let openTime = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < parts.length; index += 1) {
    const part = order ? (order[index] ?? 0) : index;
    const time = openTimeOf(interval, parts.openTimes[part] ?? 0);
    if (time !== openTime) {
      if (bar >= 0) bars.carry(bar);
      bar = bars.begin(time, parts.first[part] ?? 0);
      openTime = time;
    }
    join(swaps, bars, bar, parts, part);
  }
  if (bar >= 0) bars.carry(bar);
  return bars;
}

/** Intervals from the first part to the last, with those that have no swap. */
function countSlots(
  { openTimes, length }: BarColumns,
  order: Uint32Array | undefined,
  interval: Interval,
): number {
  const first = openTimes[order?.[0] ?? 0] ?? 0;
  const last = openTimes[order?.[length - 1] ?? length - 1] ?? 0;
  return Math.floor((last - first) / intervalSeconds[interval]) + 2;
}

/** Undefined when the parts are in order already: swaps come in order of the chain, all but always. */
function orderOf({ openTimes, length }: BarColumns): Uint32Array | undefined {
  let isSorted = true;
  for (let index = 1; index < length && isSorted; index += 1) {
    isSorted = (openTimes[index - 1] ?? 0) <= (openTimes[index] ?? 0);
  }
  if (isSorted) return undefined;
  return Uint32Array.from({ length }, (_, index) => index).sort(
    (a, b) => (openTimes[a] ?? 0) - (openTimes[b] ?? 0),
  );
}

function join(swaps: SwapColumns, bars: BarColumns, bar: number, parts: BarColumns, part: number): void {
  const { positions } = swaps;
  const first = parts.first[part] ?? 0;
  const last = parts.last[part] ?? 0;
  const high = parts.high[part] ?? 0;
  const low = parts.low[part] ?? 0;
  if ((positions[first] ?? 0) < (positions[bars.first[bar] ?? 0] ?? 0)) bars.first[bar] = first;
  if ((positions[last] ?? 0) > (positions[bars.last[bar] ?? 0] ?? 0)) bars.last[bar] = last;
  if (isAbove(swaps, high, bars.high[bar] ?? 0)) bars.high[bar] = high;
  if (isAbove(swaps, bars.low[bar] ?? 0, low)) bars.low[bar] = low;
  bars.trades[bar] = (bars.trades[bar] ?? 0) + (parts.trades[part] ?? 0);
  for (let word = 0; word < WORDS; word += 1) {
    const at = bar * WORDS + word;
    bars.sums[at] = (bars.sums[at] ?? 0) + (parts.sums[part * WORDS + word] ?? 0);
  }
}

/** Whether the price of swap `a` is above that of swap `b`. */
function isAbove({ approx, prices }: SwapColumns, a: number, b: number): boolean {
  const left = approx[a] ?? 0;
  const right = approx[b] ?? 0;
  return left > right || (left === right && (prices[a] ?? 0n) > (prices[b] ?? 0n));
}
