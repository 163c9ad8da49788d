import type { Cut } from './cut.ts';
import type { ReferralRule } from './referral-rule.ts';
import { NOBODY } from './tree.ts';
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

export type Division = {
  readonly uplines: Uplines;
  /** `reasonCode` of each member; 0 is qualified. */
  readonly reasons: Uint8Array;
  readonly rule: ReferralRule;
};

/** Who gets which rate, in columns; those of one payer behind each other. */
export type TakerColumns = {
  /** Whose the part is, or would be if they were qualified; −1: a pool's (leadership, contribution, market value). */
  readonly taker: Int32Array;
  /** Number in `partKinds`. */
  readonly kind: Uint8Array;
  readonly rateBps: Uint16Array;
  /** Of team parts: the highest rate that somebody below has; `rateBps − alreadyPaidBps` of the sum is the part. */
  readonly alreadyPaidBps: Uint16Array;
  /** `reasonOf`; what is not 0 goes to the market-value pool. */
  readonly reason: Uint8Array;
};

/** The most parts that one payer's sum has. */
export function mostParts(rule: ReferralRule): number {
  return rule.teamBps.length + 6;
}

export function newTakers(rows: number): TakerColumns {
  return {
    taker: new Int32Array(rows),
    kind: new Uint8Array(rows),
    rateBps: new Uint16Array(rows),
    alreadyPaidBps: new Uint16Array(rows),
    reason: new Uint8Array(rows),
  };
}

/** Where the parts of one payer are listed: in the columns from row `first` on, and their rates in the cut. */
export type Listing = {
  readonly columns: TakerColumns;
  readonly cut: Cut;
  readonly first: number;
  /** `computeOpenBps` of the rule. */
  readonly openBps: number;
};

/** Lists who gets which rate of a payer's sum, amounts aside. */
export function listTakers({ uplines, reasons, rule }: Division, listing: Listing, payer: number): void {
  listing.cut.count = 0;
  const inviter = uplines.inviter[payer] ?? NOBODY;
  let open = listing.openBps + offer(listing, reasons, direct, inviter, rule.directBps);
  const second = inviter === NOBODY ? NOBODY : (uplines.inviter[inviter] ?? NOBODY);
  open += offer(listing, reasons, indirect, second, rule.indirectBps);
  let paidBps = 0;
  let lastPaid = NOBODY;
  let taker = uplines.ranked[payer] ?? NOBODY;
  for (; taker !== NOBODY; taker = uplines.higher[taker] ?? NOBODY) {
    const rateBps = rule.teamBps[(uplines.levels[taker] ?? 0) - 1] ?? 0;
    // Where two levels have the same rate, the higher one adds nothing, and is not the last one paid.
    if (rateBps <= paidBps) continue;
    put(listing, team, taker, rateBps, paidBps, reasons[taker] ?? 0);
    paidBps = rateBps;
    lastPaid = taker;
  }
  open += (rule.teamBps.at(-1) ?? 0) - paidBps;
  const peer = lastPaid === NOBODY ? NOBODY : (uplines.same[lastPaid] ?? NOBODY);
  open += offer(listing, reasons, management, peer, rule.managementBps);
  put(listing, leadership, NOBODY, rule.leadershipBps, 0, 0);
  put(listing, contribution, NOBODY, rule.contributionBps, 0, 0);
  put(listing, rest, NOBODY, open, 0, 0);
}

/** Puts a part of somebody who may not be there; answers what stays open. */
function offer(listing: Listing, reasons: Uint8Array, kind: number, taker: number, rateBps: number): number {
  if (taker === NOBODY) return rateBps;
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
