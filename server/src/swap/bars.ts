import { assert } from '@openmere/core/kit/fault.ts';
import { intervalSeconds, openTimeOf } from '@openmere/core/swap/candle.ts';
import type { Candle, CandleTrade } from '@openmere/core/swap/candle.ts';
import { intervals } from '@openmere/core/swap/contract.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { SwapColumns, WORDS } from './swap-columns.ts';

/** A candle, or a part of one, that knows where on chain its first and last swap stand: parts join in any order. */
export type Bar = { -readonly [K in keyof Candle]: Candle[K] } & { firstAt: number; lastAt: number };
/** A swap with its place on chain (`placeOf`). */
export type PlacedSwap = CandleTrade & { at: number };

const PLACES_PER_BLOCK = 1_000_000;

/** Place of a log on its chain as one number, exact up to block 9 × 10⁹. Blocks hold far fewer than a million logs. */
export function placeOf(blockNumber: bigint, logIndex: number): number {
  return Number(blockNumber) * PLACES_PER_BLOCK + logIndex;
}

/** Swaps → bars of all intervals, oldest first. The 1-minute series first, the others from it (rulebook §7). */
export function barsOf(swaps: readonly PlacedSwap[]): Map<Interval, Bar[]> {
  return foldColumns(SwapColumns.of(swaps));
}

/** The same from columns. */
export function foldColumns(columns: SwapColumns): Map<Interval, Bar[]> {
  const all = new Map<Interval, Bar[]>();
  // Each interval is made of whole ones of the interval before it, weeks of days included.
  let parts = joinParts(minutePartsOf(columns));
  for (const interval of intervals) {
    if (interval !== '1m') parts = rollUpBars(parts, interval);
    all.set(interval, parts);
  }
  return all;
}

/** Swaps of one minute that follow each other, at most; sums of so many 32-bit words are exact in a double. */
const RUN_MAX = 2 ** 20;
const MINUTE = intervalSeconds['1m'];

/** Runs of swaps of the same minute → parts of bars, in the order given. */
function minutePartsOf(columns: SwapColumns): Bar[] {
  const { length, times } = columns;
  const parts: Bar[] = [];
  for (let from = 0; from < length;) {
    const openTime = openTimeOf('1m', times[from] ?? 0);
    const end = openTime + MINUTE;
    const most = Math.min(length, from + RUN_MAX);
    let to = from + 1;
    for (; to < most; to += 1) {
      const time = times[to] ?? 0;
      if (time < openTime || time >= end) break;
    }
    parts.push(foldRun(columns, openTime, from, to));
    from = to;
  }
  return parts;
}

/** One bar of the swaps [from, to), written out: a history has millions of swaps. */
function foldRun(columns: SwapColumns, openTime: number, from: number, to: number): Bar {
  const { places, approx, prices, words } = columns;
  let [first, last, high, low] = [from, from, from, from];
  let [o0, o1, o2, o3, u0, u1, u2, u3] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let index = from; index < to; index += 1) {
    const at = places[index] ?? 0;
    if (at < (places[first] ?? 0)) first = index;
    if (at > (places[last] ?? 0)) last = index;
    // A double is never out of order with what it approximates, so the exact numbers are asked only when it is equal.
    const price = approx[index] ?? 0;
    const top = approx[high] ?? 0;
    if (price > top || (price === top && (prices[index] ?? 0n) > (prices[high] ?? 0n))) high = index;
    const bottom = approx[low] ?? 0;
    if (price < bottom || (price === bottom && (prices[index] ?? 0n) < (prices[low] ?? 0n))) low = index;
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
  return {
    openTime,
    open: present(prices[first]),
    high: present(prices[high]),
    low: present(prices[low]),
    close: present(prices[last]),
    volumeOpen: joinWords(o0, o1, o2, o3),
    volumeUsdt: joinWords(u0, u1, u2, u3),
    trades: to - from,
    firstAt: places[first] ?? 0,
    lastAt: places[last] ?? 0,
  };
}

function present(price: bigint | undefined): bigint {
  assert(price !== undefined, 'a swap has a price');
  return price;
}

const carrier = new BigUint64Array(2);
const carried = new Uint32Array(carrier.buffer);

/** Sums of 32-bit words (each below 2^52) → the number. */
function joinWords(w0: number, w1: number, w2: number, w3: number): bigint {
  const s1 = w1 + Math.floor(w0 / 2 ** 32);
  const s2 = w2 + Math.floor(s1 / 2 ** 32);
  const s3 = w3 + Math.floor(s2 / 2 ** 32);
  // Stored modulo 2^32; little-endian, as every machine that this runs on.
  carried[0] = w0;
  carried[1] = s1;
  carried[2] = s2;
  carried[3] = s3;
  const low = carrier[0] ?? 0n;
  if (s2 === 0 && s3 === 0) return low;
  const sum = low + ((carrier[1] ?? 0n) << 64n);
  return s3 < 2 ** 32 ? sum : sum + (BigInt(Math.floor(s3 / 2 ** 32)) << 128n);
}

function rollUpBars(parts: readonly Bar[], interval: Interval): Bar[] {
  const rolled: Bar[] = [];
  let bar: Bar | undefined;
  for (const part of parts) {
    const openTime = openTimeOf(interval, part.openTime);
    if (bar?.openTime === openTime) join(bar, part);
    else {
      bar = { ...part, openTime };
      rolled.push(bar);
    }
  }
  return rolled;
}

/** Parts in any order → one bar each, oldest first. Swaps in order of the chain leave nothing to do. */
function joinParts(parts: Bar[]): Bar[] {
  if (parts.every((part, index) => index === 0 || part.openTime > (parts[index - 1]?.openTime ?? 0)))
    return parts;
  const bars = new Map<number, Bar>();
  for (const part of parts) addBar(bars, part);
  return [...bars.values()].sort((a, b) => a.openTime - b.openTime);
}

/** Adds a part of a candle to those there are: open from the earliest swap, close from the latest, whichever part has it. */
export function addBar(bars: Map<number, Bar>, part: Bar): void {
  const bar = bars.get(part.openTime);
  if (bar) join(bar, part);
  else bars.set(part.openTime, part);
}

function join(bar: Bar, part: Bar): void {
  if (part.firstAt < bar.firstAt) {
    bar.open = part.open;
    bar.firstAt = part.firstAt;
  }
  if (part.lastAt > bar.lastAt) {
    bar.close = part.close;
    bar.lastAt = part.lastAt;
  }
  if (part.high > bar.high) bar.high = part.high;
  if (part.low < bar.low) bar.low = part.low;
  bar.volumeOpen += part.volumeOpen;
  bar.volumeUsdt += part.volumeUsdt;
  bar.trades += part.trades;
}
