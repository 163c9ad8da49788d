import { assert } from '../kit/fault.ts';
import { addAmount, newAmounts } from './amount-column.ts';
import type { AmountColumn } from './amount-column.ts';
import { checkDivision } from './referral.ts';
import type { Fees } from './referral.ts';
import type { Division } from './takers.ts';
import { NOBODY } from './tree.ts';

/** Exact sums in 10⁻⁴ of a base unit: high × 10¹⁴ + low, low from 0 to 10¹⁴. */
export type ExactSums = { readonly high: BigInt64Array; readonly low: BigInt64Array };

const LIMB = 100_000_000_000_000n;
/** In 10¹⁰ base units: in limbs of 10¹⁴ it leaves room for any rate. */
const PAID_MOST = 9_000_000_000_000_000_000n;

export function exactAt({ high, low }: ExactSums, at: number): bigint {
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
  const count = levels.length;
  // What the payers below brought, who meet this member on the way.
  const flow = newAmounts(count);
  const sums: ExactSums = newAmounts(count);
  for (let row = 0; row < fees.payer.length; row += 1) {
    const first = ranked[fees.payer[row] ?? 0] ?? NOBODY;
    if (first !== NOBODY) gather(flow, first, fees.amount, row);
  }
  const rates = [0, ...rule.teamBps].map(BigInt);
  for (let member = count - 1; member >= 0; member -= 1) {
    const level = levels[member] ?? 0;
    if (level === 0) continue;
    const paidHigh = flow.high[member] ?? 0n;
    const paidLow = flow.low[member] ?? 0n;
    if (paidHigh === 0n && paidLow === 0n) continue;
    const below = BigInt.asIntN(64, (paidHigh % 10_000n) * 10_000_000_000n + paidLow);
    const high = BigInt.asIntN(64, paidHigh / 10_000n + below / LIMB);
    const low = BigInt.asIntN(64, below % LIMB);
    const rate = rates[level] ?? 0n;
    const product = BigInt.asIntN(64, low * rate);
    const shareHigh = BigInt.asIntN(64, BigInt.asIntN(64, high * rate) + product / LIMB);
    const shareLow = BigInt.asIntN(64, product % LIMB);
    add(sums, member, shareHigh, shareLow);
    const above = higher[member] ?? NOBODY;
    if (above === NOBODY) continue;
    gather(flow, above, flow, member);
    add(sums, above, BigInt.asIntN(64, -shareHigh - 1n), BigInt.asIntN(64, LIMB - shareLow));
  }
  return sums;
}

function gather(flow: AmountColumn, at: number, from: AmountColumn, fromAt: number): void {
  addAmount(flow, at, from, fromAt);
  const high = flow.high[at] ?? 0n;
  // The sum of two numbers of 63 bits is below zero where it does not fit.
  assert(high >= 0n && high < PAID_MOST, 'what a team paid on one day fits its column');
}

/** `low` is from 0 to 10¹⁴, both ends included. */
function add(to: ExactSums, at: number, high: bigint, low: bigint): void {
  const sum = BigInt.asIntN(64, (to.low[at] ?? 0n) + low);
  const carry = sum >= LIMB;
  to.low[at] = carry ? BigInt.asIntN(64, sum - LIMB) : sum;
  const sumHigh = BigInt.asIntN(64, (to.high[at] ?? 0n) + high);
  to.high[at] = carry ? BigInt.asIntN(64, sumHigh + 1n) : sumHigh;
}
