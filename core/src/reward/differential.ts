import { assert } from '../kit/fault.ts';
import { addAmount, newAmounts } from './amount-column.ts';
import type { AmountColumn } from './amount-column.ts';
import { checkDivision } from './referral.ts';
import type { Fees } from './referral.ts';
import type { Division } from './takers.ts';
import { NOBODY } from './tree.ts';

type SumColumns = { readonly high: BigInt64Array; readonly low: BigInt64Array };

/**
 * Exact sums in 10⁻⁴ of a base unit: high × 10¹⁴ + low, low from 0 to 10¹⁴. Only who has a level has any: `rowOf` tells a member's row,
 * and 0 for who has none.
 */
export type ExactSums = SumColumns & { readonly rowOf: Int32Array };

const LIMB = 100_000_000_000_000n;
/** In 10¹⁰ base units: in limbs of 10¹⁴ it leaves room for any rate. */
const PAID_MOST = 9_000_000_000_000_000_000n;

/** Rows that are looked up before the first of them is used: memory answers many questions at once sooner than one after the other. */
const AHEAD = 256;

export function exactAt({ rowOf, high, low }: ExactSums, member: number): bigint {
  const at = rowOf[member] ?? 0;
  return (high[at] ?? 0n) * LIMB + (low[at] ?? 0n);
}

/**
 * What *team* comes to for each member before anything is rounded, qualified or not: found in one pass along the links, without looking at
 * the line of any payer. A settlement checks its parts by it: they differ by less than a unit for each payer, or something is wrong.
 */
export function sumDifferential(division: Division, fees: Fees): ExactSums {
  checkDivision(division, fees);
  const { uplines, rule } = division;
  const { levels, ranked, higher } = uplines;
  const rowOf = new Int32Array(levels.length);
  let last = 0;
  for (let member = 0; member < levels.length; member += 1) if (levels[member] !== 0) rowOf[member] = ++last;
  // What the payers below brought, who meet this member on the way.
  const flow = newAmounts(last + 1);
  const sums: SumColumns = newAmounts(last + 1);
  const rows = new Int32Array(AHEAD);
  for (let from = 0; from < fees.payer.length; from += AHEAD) {
    const end = Math.min(fees.payer.length, from + AHEAD);
    for (let at = from; at < end; at += 1) {
      const first = ranked[fees.payer[at] ?? 0] ?? NOBODY;
      rows[at - from] = first === NOBODY ? 0 : (rowOf[first] ?? 0);
    }
    for (let at = from; at < end; at += 1) {
      const row = rows[at - from] ?? 0;
      if (row > 0) gather(flow, row, fees.amount, at);
    }
  }
  const rates = [0, ...rule.teamBps].map(BigInt);
  for (let member = levels.length - 1; member >= 0; member -= 1) {
    const level = levels[member] ?? 0;
    if (level === 0) continue;
    const row = rowOf[member] ?? 0;
    const paidHigh = flow.high[row] ?? 0n;
    const paidLow = flow.low[row] ?? 0n;
    if (paidHigh === 0n && paidLow === 0n) continue;
    const below = BigInt.asIntN(64, (paidHigh % 10_000n) * 10_000_000_000n + paidLow);
    const high = BigInt.asIntN(64, paidHigh / 10_000n + below / LIMB);
    const low = BigInt.asIntN(64, below % LIMB);
    const rate = rates[level] ?? 0n;
    const product = BigInt.asIntN(64, low * rate);
    const shareHigh = BigInt.asIntN(64, BigInt.asIntN(64, high * rate) + product / LIMB);
    const shareLow = BigInt.asIntN(64, product % LIMB);
    add(sums, row, shareHigh, shareLow);
    const above = higher[member] ?? NOBODY;
    if (above === NOBODY) continue;
    const rowAbove = rowOf[above] ?? 0;
    gather(flow, rowAbove, flow, row);
    add(sums, rowAbove, BigInt.asIntN(64, -shareHigh - 1n), BigInt.asIntN(64, LIMB - shareLow));
  }
  return { rowOf, ...sums };
}

function gather(flow: AmountColumn, at: number, from: AmountColumn, fromAt: number): void {
  addAmount(flow, at, from, fromAt);
  const high = flow.high[at] ?? 0n;
  // The sum of two numbers of 63 bits is below zero where it does not fit.
  assert(high >= 0n && high < PAID_MOST, 'what a team paid on one day fits its column');
}

/** `low` is from 0 to 10¹⁴, both ends included. */
function add(to: SumColumns, at: number, high: bigint, low: bigint): void {
  const sum = BigInt.asIntN(64, (to.low[at] ?? 0n) + low);
  const carry = sum >= LIMB;
  to.low[at] = carry ? BigInt.asIntN(64, sum - LIMB) : sum;
  const sumHigh = BigInt.asIntN(64, (to.high[at] ?? 0n) + high);
  to.high[at] = carry ? BigInt.asIntN(64, sumHigh + 1n) : sumHigh;
}
