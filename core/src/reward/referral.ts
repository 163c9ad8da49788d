import { assert } from '../kit/fault.ts';
import { type AmountColumn, amountAt, newAmounts, setAmount } from './amount-column.ts';
import { reasonOf, type UnqualifiedReason } from './eligibility.ts';
import { computeOpenBps, isFunded, type ReferralRule } from './referral-rule.ts';
import { nobody } from './tree.ts';
import type { Uplines } from './uplines.ts';

export const partKinds = [
  'direct',
  'indirect',
  'team',
  'management',
  'leadership',
  'contribution',
  'rest',
] as const;
export type PartKind = (typeof partKinds)[number];
const [direct, indirect, team, management, leadership, contribution, rest] = [0, 1, 2, 3, 4, 5, 6];

/** A payer's fees of one day in one coin, of them the referral part, as one sum; each payer once. */
export type Fees = { readonly payer: Int32Array; readonly amount: AmountColumn };

/** Parts in columns, those of one payer behind each other; only the first `count` rows are any. */
export type Parts = {
  readonly count: number;
  readonly payer: Int32Array;
  /** Whose the part is, or would be if they were qualified; −1: a pool's (leadership, contribution, market value). */
  readonly taker: Int32Array;
  /** Number in `partKinds`. */
  readonly kind: Uint8Array;
  readonly rateBps: Uint16Array;
  /** Of team parts: the highest rate that somebody below has; `rateBps − alreadyPaidBps` of the sum is the part. */
  readonly alreadyPaidBps: Uint16Array;
  /** `reasonOf`; what is not 0 goes to the market-value pool. */
  readonly reason: Uint8Array;
  readonly amount: AmountColumn;
};

export type Part = {
  readonly payer: number;
  readonly taker: number;
  readonly kind: PartKind;
  readonly rateBps: number;
  readonly alreadyPaidBps: number;
  readonly amount: bigint;
  readonly reason?: UnqualifiedReason;
};

export type Division = {
  readonly uplines: Uplines;
  /** `reasonCode` of each member; 0 is qualified. */
  readonly reasons: Uint8Array;
  readonly rule: ReferralRule;
};

/** Sums fee events by payer, so that their order and how they were cut are nothing to the result. */
export function gatherFees(events: Iterable<{ readonly payer: number; readonly amount: bigint }>): Fees {
  const sums = new Map<number, bigint>();
  for (const { payer, amount } of events) sums.set(payer, (sums.get(payer) ?? 0n) + amount);
  const payers = [...sums.keys()].sort((a, b) => a - b);
  const amounts = newAmounts(payers.length);
  for (const [at, payer] of payers.entries()) setAmount(amounts, at, sums.get(payer) ?? 0n);
  return { payer: Int32Array.from(payers), amount: amounts };
}

/**
 * Divides each payer's referral part exactly: every part rounded down, the units left over one by one to the largest remainders, the
 * earlier part first where they are equal. The parts of a payer sum to what was divided; parts of nothing are left out.
 * Yields columns of about `chunk` payers, which are overwritten by the next: memory does not grow with the number of payers.
 */
export function* divideReferral(division: Division, fees: Fees, chunk = 4_096): Generator<Parts> {
  const { uplines, reasons, rule } = division;
  assert(isFunded(rule), 'no more is promised than there is, and the rates of the levels do not fall');
  assert(reasons.length === uplines.inviter.length, 'one reason for each member');
  const payers = fees.payer.length;
  const rows = Math.min(chunk, payers) * (rule.teamBps.length + 6);
  const columns = openColumns(rows);
  const cutter = openCutter(rule.teamBps.length + 6);
  const openBps = computeOpenBps(rule);
  for (let from = 0; from < payers; from += chunk) {
    let count = 0;
    for (let at = from; at < Math.min(from + chunk, payers); at += 1) {
      const payer = fees.payer[at] ?? nobody;
      assert(payer > (fees.payer[at - 1] ?? nobody), 'payers rise, and each stands once');
      assert(payer < uplines.inviter.length, 'a payer is a member');
      const last = listTakers(division, { payer, openBps }, columns, count);
      count = cutter(fees.amount, at, columns, count, last);
    }
    yield { ...columns, count };
  }
}

/** All parts as plain objects, for some thousand payers at most: where somebody looks at them one by one. */
export function listParts(division: Division, fees: Fees): Part[] {
  return [...divideReferral(division, fees, Math.max(fees.payer.length, 1))].flatMap((parts) =>
    Array.from({ length: parts.count }, (_, row) => partAt(parts, row)),
  );
}

export function partAt(parts: Parts, row: number): Part {
  const reason = reasonOf(parts.reason[row] ?? 0);
  return {
    payer: parts.payer[row] ?? nobody,
    taker: parts.taker[row] ?? nobody,
    kind: partKinds[parts.kind[row] ?? rest] ?? 'rest',
    rateBps: parts.rateBps[row] ?? 0,
    alreadyPaidBps: parts.alreadyPaidBps[row] ?? 0,
    amount: amountAt(parts.amount, row),
    ...(reason && { reason }),
  };
}

type Columns = Omit<Parts, 'count'>;

function openColumns(rows: number): Columns {
  return {
    payer: new Int32Array(rows),
    taker: new Int32Array(rows),
    kind: new Uint8Array(rows),
    rateBps: new Uint16Array(rows),
    alreadyPaidBps: new Uint16Array(rows),
    reason: new Uint8Array(rows),
    amount: newAmounts(rows),
  };
}

/** Writes who gets which rate of a payer's sum from row `first` on, amounts aside; answers the row after the last. */
function listTakers(
  { uplines, reasons, rule }: Division,
  { payer, openBps }: { readonly payer: number; readonly openBps: number },
  columns: Columns,
  first: number,
): number {
  let row = first;
  let open = openBps;
  const put = (kind: number, taker: number, rateBps: number, alreadyPaidBps: number): void => {
    columns.payer[row] = payer;
    columns.taker[row] = taker;
    columns.kind[row] = kind;
    columns.rateBps[row] = rateBps;
    columns.alreadyPaidBps[row] = alreadyPaidBps;
    columns.reason[row] = taker === nobody ? 0 : (reasons[taker] ?? 0);
    row += 1;
  };
  const offer = (kind: number, taker: number, rateBps: number): void => {
    if (taker === nobody) open += rateBps;
    else put(kind, taker, rateBps, 0);
  };
  const inviter = uplines.inviter[payer] ?? nobody;
  offer(direct, inviter, rule.directBps);
  offer(indirect, inviter === nobody ? nobody : (uplines.inviter[inviter] ?? nobody), rule.indirectBps);
  let paidBps = 0;
  let lastPaid = nobody;
  let taker = uplines.ranked[payer] ?? nobody;
  for (; taker !== nobody; taker = uplines.higher[taker] ?? nobody) {
    const rateBps = rule.teamBps[(uplines.levels[taker] ?? 0) - 1] ?? 0;
    // Where two levels have the same rate, the higher one adds nothing, and is not the last one paid.
    if (rateBps <= paidBps) continue;
    put(team, taker, rateBps, paidBps);
    paidBps = rateBps;
    lastPaid = taker;
  }
  open += (rule.teamBps.at(-1) ?? 0) - paidBps;
  offer(management, lastPaid === nobody ? nobody : (uplines.same[lastPaid] ?? nobody), rule.managementBps);
  put(leadership, nobody, rule.leadershipBps, 0);
  put(contribution, nobody, rule.contributionBps, 0);
  put(rest, nobody, open, 0);
  return row;
}

type Cutter = (fees: AmountColumn, at: number, columns: Columns, first: number, last: number) => number;

/** Cuts a sum into the rows `first` to `last` by their rates; rows of nothing are closed up. Answers the row after the last kept one. */
function openCutter(most: number): Cutter {
  const remainders = new Int32Array(most);
  return (fees, at, columns, first, last) => {
    const high = fees.high[at] ?? 0n;
    const low = fees.low[at] ?? 0n;
    // 10¹⁴ is a multiple of 10⁴: what the sum leaves by 10⁴ is what its low limb leaves.
    const odd = Number(low % 10_000n);
    let over = 0;
    for (let row = first; row < last; row += 1) {
      const bps = (columns.rateBps[row] ?? 0) - (columns.alreadyPaidBps[row] ?? 0);
      shareDown(columns.amount, row, high, low, BigInt(bps));
      const remainder = (odd * bps) % 10_000;
      remainders[row - first] = remainder;
      over += remainder;
    }
    for (let units = over / 10_000; units > 0; units -= 1) {
      let largest = 0;
      for (let part = 1; part < last - first; part += 1)
        if ((remainders[part] ?? 0) > (remainders[largest] ?? 0)) largest = part;
      remainders[largest] = -1;
      addUnit(columns.amount, first + largest);
    }
    return closeUp(columns, first, last);
  };
}

/** high × bps stays below 2⁶³ because a sum is at most 10²⁸ base units; low × bps is below 10¹⁸. */
function shareDown(amounts: AmountColumn, row: number, high: bigint, low: bigint, bps: bigint): void {
  const ofHigh = BigInt.asIntN(64, high * bps);
  const ofLow = BigInt.asIntN(64, low * bps);
  const sum = BigInt.asIntN(64, (ofHigh % 10_000n) * 10_000_000_000n + ofLow / 10_000n);
  const carry = sum >= 100_000_000_000_000n;
  amounts.low[row] = carry ? BigInt.asIntN(64, sum - 100_000_000_000_000n) : sum;
  amounts.high[row] = BigInt.asIntN(64, ofHigh / 10_000n + (carry ? 1n : 0n));
}

function addUnit(amounts: AmountColumn, row: number): void {
  const low = (amounts.low[row] ?? 0n) + 1n;
  const carry = low === 100_000_000_000_000n;
  amounts.low[row] = carry ? 0n : low;
  if (carry) amounts.high[row] = (amounts.high[row] ?? 0n) + 1n;
}

function closeUp(columns: Columns, first: number, last: number): number {
  let kept = first;
  for (let row = first; row < last; row += 1) {
    const { high, low } = columns.amount;
    if (high[row] === 0n && low[row] === 0n) continue;
    if (kept !== row) {
      columns.payer[kept] = columns.payer[row] ?? nobody;
      columns.taker[kept] = columns.taker[row] ?? nobody;
      columns.kind[kept] = columns.kind[row] ?? rest;
      columns.rateBps[kept] = columns.rateBps[row] ?? 0;
      columns.alreadyPaidBps[kept] = columns.alreadyPaidBps[row] ?? 0;
      columns.reason[kept] = columns.reason[row] ?? 0;
      high[kept] = high[row] ?? 0n;
      low[kept] = low[row] ?? 0n;
    }
    kept += 1;
  }
  return kept;
}
