import { assert } from '@openmere/core/kit/fault.ts';
import type { Swap } from '@openmere/core/swap/candle.ts';

/** 32-bit words of one swap: four of OPEN, then four of USDT, lowest first. */
export const WORDS = 8;
const WIDE = 2n ** 64n;
/** Amounts of a pair are below 2^112. */
const AMOUNT_END = 2n ** 128n;

/**
 * Swaps as columns, so that a history of millions is folded without looking at an object each. Times in epoch seconds,
 * prices in USDT per OPEN × 10¹⁸ (exact, and as the nearest double), amounts in base units as 32-bit words.
 */
export class SwapColumns {
  readonly times: Float64Array;
  readonly positions: Float64Array;
  readonly approx: Float64Array;
  readonly prices: bigint[] = [];
  readonly words: Uint32Array;
  readonly #wide: BigUint64Array;
  length = 0;

  constructor(capacity: number) {
    this.times = new Float64Array(capacity);
    this.positions = new Float64Array(capacity);
    this.approx = new Float64Array(capacity);
    this.#wide = new BigUint64Array((capacity * WORDS) / 2);
    this.words = new Uint32Array(this.#wide.buffer);
  }

  static of(swaps: readonly Swap[]): SwapColumns {
    const columns = new SwapColumns(swaps.length);
    for (const swap of swaps) columns.push(swap);
    return columns;
  }

  /** Appends a swap; there must be room. */
  push({ time, position, priceE18, open, usdt }: Swap): void {
    const index = this.length;
    assert(index < this.times.length, 'room for the swap');
    this.times[index] = time;
    this.positions[index] = position;
    this.approx[index] = Number(priceE18);
    this.prices.push(priceE18);
    this.#write(index * 4, open);
    this.#write(index * 4 + 2, usdt);
    this.length = index + 1;
  }

  #write(at: number, amount: bigint): void {
    assert(amount >= 0n && amount < AMOUNT_END, 'an amount of a pair');
    // A store keeps the lowest 64 bits.
    this.#wide[at] = amount;
    if (amount >= WIDE) this.#wide[at + 1] = amount >> 64n;
  }
}
