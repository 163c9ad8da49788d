import { assert } from '../kit/fault.ts';
import { type AmountColumn, amountAt, newAmounts, setAmount } from './amount-column.ts';
import { type Cut, openCutter } from './cut.ts';
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
  const most = rule.teamBps.length + 6;
  const columns = openColumns(Math.min(chunk, payers) * most);
  const cutter = openCutter(most);
  const openBps = computeOpenBps(rule);
  for (let from = 0; from < payers; from += chunk) {
    let count = 0;
    for (let at = from; at < Math.min(from + chunk, payers); at += 1) {
      const payer = fees.payer[at] ?? nobody;
      assert(payer > (fees.payer[at - 1] ?? nobody), 'payers rise, and each stands once');
      assert(payer < uplines.inviter.length, 'a payer is a member');
      listTakers(division, { columns, cut: cutter.cut, first: count, openBps }, payer);
      cutter.write(fees.amount, at, columns.amount, count);
      const last = count + cutter.cut.count;
      columns.payer.fill(payer, count, last);
      // Of 10⁴ units and more every part has at least one.
      const isTiny = fees.amount.high[at] === 0n && (fees.amount.low[at] ?? 0n) < 10_000n;
      count = isTiny ? closeUp(columns, count, last) : last;
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

/** Where the parts of one payer are listed: in the columns from row `first` on, and their rates in the cut. */
type Listing = {
  readonly columns: Columns;
  readonly cut: Cut;
  readonly first: number;
  readonly openBps: number;
};

/** Lists who gets which rate of a payer's sum, amounts aside. */
function listTakers({ uplines, reasons, rule }: Division, listing: Listing, payer: number): void {
  listing.cut.count = 0;
  const inviter = uplines.inviter[payer] ?? nobody;
  let open = listing.openBps + offer(listing, reasons, direct, inviter, rule.directBps);
  const second = inviter === nobody ? nobody : (uplines.inviter[inviter] ?? nobody);
  open += offer(listing, reasons, indirect, second, rule.indirectBps);
  let paidBps = 0;
  let lastPaid = nobody;
  let taker = uplines.ranked[payer] ?? nobody;
  for (; taker !== nobody; taker = uplines.higher[taker] ?? nobody) {
    const rateBps = rule.teamBps[(uplines.levels[taker] ?? 0) - 1] ?? 0;
    // Where two levels have the same rate, the higher one adds nothing, and is not the last one paid.
    if (rateBps <= paidBps) continue;
    put(listing, team, taker, rateBps, paidBps, reasons[taker] ?? 0);
    paidBps = rateBps;
    lastPaid = taker;
  }
  open += (rule.teamBps.at(-1) ?? 0) - paidBps;
  const peer = lastPaid === nobody ? nobody : (uplines.same[lastPaid] ?? nobody);
  open += offer(listing, reasons, management, peer, rule.managementBps);
  put(listing, leadership, nobody, rule.leadershipBps, 0, 0);
  put(listing, contribution, nobody, rule.contributionBps, 0, 0);
  put(listing, rest, nobody, open, 0, 0);
}

/** Puts a part of somebody who may not be there; answers what stays open. */
function offer(listing: Listing, reasons: Uint8Array, kind: number, taker: number, rateBps: number): number {
  if (taker === nobody) return rateBps;
  put(listing, kind, taker, rateBps, 0, reasons[taker] ?? 0);
  return 0;
}

function put(
  { columns, cut, first }: Listing,
  kind: number,
  taker: number,
  rateBps: number,
  alreadyPaidBps: number,
  reason: number,
): void {
  if (rateBps === alreadyPaidBps) return;
  const row = first + cut.count;
  columns.taker[row] = taker;
  columns.kind[row] = kind;
  columns.rateBps[row] = rateBps;
  columns.alreadyPaidBps[row] = alreadyPaidBps;
  columns.reason[row] = reason;
  cut.bps[cut.count] = rateBps - alreadyPaidBps;
  cut.count += 1;
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
