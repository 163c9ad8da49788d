import { assert } from '../kit/fault.ts';
import { amountAt, newAmounts, setAmount, setShare, splitAmounts } from './amount-column.ts';
import type { AmountColumn } from './amount-column.ts';
import { newCut, openOddCutter } from './cut.ts';
import { reasonOf } from './eligibility.ts';
import type { UnqualifiedReason } from './eligibility.ts';
import { computeOpenBps, isFunded } from './referral-rule.ts';
import { listTakers, mostParts, newTakers, partKinds } from './takers.ts';
import type { Division, PartKind, TakerColumns } from './takers.ts';
import { NOBODY } from './tree.ts';

/** A payer's fees of one day in one coin, of them the referral part, as one sum; each payer once. */
export type Fees = { readonly payer: Int32Array; readonly amount: AmountColumn };

/** Parts in columns, those of one payer behind each other; only the first `count` rows are any. */
export type Parts = TakerColumns & {
  readonly count: number;
  readonly payer: Int32Array;
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

/** Sums fee events by payer, so that their order and how they were cut are nothing to the result. */
export function gatherFees(events: Iterable<{ readonly payer: number; readonly amount: bigint }>): Fees {
  const sums = new Map<number, bigint>();
  for (const { payer, amount } of events) sums.set(payer, (sums.get(payer) ?? 0n) + amount);
  const payers = [...sums.keys()].sort((a, b) => a - b);
  const amounts = newAmounts(payers.length);
  for (const [at, payer] of payers.entries()) setAmount(amounts, at, sums.get(payer) ?? 0n);
  return { payer: Int32Array.from(payers), amount: amounts };
}

/** What every division demands. */
export function checkDivision({ uplines, reasons, rule }: Division, fees: Fees): void {
  assert(isFunded(rule), 'no more is promised than there is, and the rates of the levels do not fall');
  assert(reasons.length === uplines.inviter.length, 'one reason for each member');
  for (let at = 0; at < fees.payer.length; at += 1) {
    const payer = fees.payer[at] ?? NOBODY;
    assert(payer > (fees.payer[at - 1] ?? NOBODY), 'payers rise, and each stands once');
  }
  assert((fees.payer.at(-1) ?? NOBODY) < reasons.length, 'a payer is a member');
}

/**
 * Divides each payer's referral part exactly: every part rounded down, the units left over one by one to the largest remainders, the
 * earlier part first where they are equal. The parts of a payer sum to what was divided; parts of nothing are left out.
 * Yields columns of about `chunk` payers, which are overwritten by the next: memory does not grow with the number of payers.
 */
export function* divideReferral(division: Division, fees: Fees, chunk = 4_096): Generator<Parts> {
  checkDivision(division, fees);
  const payers = fees.payer.length;
  const most = mostParts(division.rule);
  const rows = Math.min(chunk, payers) * most;
  const parts = { ...newTakers(rows), payer: new Int32Array(rows), amount: newAmounts(rows) };
  const { quotient, odd } = splitAmounts(fees.amount);
  const cut = newCut(most);
  const cutOdd = openOddCutter(most);
  const units = new Int32Array(most);
  const openBps = computeOpenBps(division.rule);
  for (let from = 0; from < payers; from += chunk) {
    let count = 0;
    for (let at = from; at < Math.min(from + chunk, payers); at += 1) {
      const payer = fees.payer[at] ?? NOBODY;
      listTakers(division, { columns: parts, cut, first: count, openBps }, payer);
      cutOdd(odd[at] ?? 0, cut, units);
      const last = count + cut.count;
      for (let part = 0; part < cut.count; part += 1)
        setShare(parts.amount, count + part, quotient, at, cut.bps[part] ?? 0, units[part] ?? 0);
      parts.payer.fill(payer, count, last);
      // Of 10⁴ units and more every part has at least one.
      const isTiny = quotient.high[at] === 0n && quotient.low[at] === 0n;
      count = isTiny ? closeUp(parts, count, last) : last;
    }
    yield { ...parts, count };
  }
}

/** All parts as plain objects, for some thousand payers at most: where somebody looks at them one by one. */
export function listParts(division: Division, fees: Fees): Part[] {
  return [...divideReferral(division, fees, Math.max(fees.payer.length, 1))].flatMap((parts) =>
    Array.from({ length: parts.count }, (_, row) => partAt(parts, row)),
  );
}

/** Columns of their own, as long as there are rows: what was yielded is overwritten by the next. */
export function copyParts({ count, ...columns }: Parts): Parts {
  const { high, low } = columns.amount;
  return {
    count,
    payer: columns.payer.slice(0, count),
    taker: columns.taker.slice(0, count),
    kind: columns.kind.slice(0, count),
    rateBps: columns.rateBps.slice(0, count),
    alreadyPaidBps: columns.alreadyPaidBps.slice(0, count),
    reason: columns.reason.slice(0, count),
    amount: { high: high.slice(0, count), low: low.slice(0, count) },
  };
}

export function partAt(parts: Parts, row: number): Part {
  const reason = reasonOf(parts.reason[row] ?? 0);
  return {
    payer: parts.payer[row] ?? NOBODY,
    taker: parts.taker[row] ?? NOBODY,
    kind: partKinds[parts.kind[row] ?? 0] ?? 'rest',
    rateBps: parts.rateBps[row] ?? 0,
    alreadyPaidBps: parts.alreadyPaidBps[row] ?? 0,
    amount: amountAt(parts.amount, row),
    ...(reason && { reason }),
  };
}

function closeUp(columns: Omit<Parts, 'count'>, first: number, last: number): number {
  let kept = first;
  for (let row = first; row < last; row += 1) {
    const { high, low } = columns.amount;
    if (high[row] === 0n && low[row] === 0n) continue;
    if (kept !== row) {
      columns.payer[kept] = columns.payer[row] ?? NOBODY;
      columns.taker[kept] = columns.taker[row] ?? NOBODY;
      columns.kind[kept] = columns.kind[row] ?? 0;
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
