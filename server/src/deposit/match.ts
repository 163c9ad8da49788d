import type { Arrival, Deposit } from './store.ts';

/** Undecided deposits by their transactions, to be matched with what the chain shows now. */
export type Undecided = Map<string, Deposit[]>;

export function undecidedOf(deposits: readonly Deposit[]): Undecided {
  const undecided: Undecided = new Map();
  for (const deposit of deposits) {
    const known = undecided.get(deposit.tx_hash);
    if (known) known.push(deposit);
    else undecided.set(deposit.tx_hash, [deposit]);
  }
  return undecided;
}

/**
 * Takes out the undecided deposit that an arrival is: the one at its place, else one of the same transaction, token,
 * receiver and amount, because a transaction that moves to another block in a reorganisation gets other log indexes.
 */
export function takeSame(undecided: Undecided, arrival: Arrival): Deposit | undefined {
  const candidates = undecided.get(arrival.tx_hash) ?? [];
  const same = candidates.filter(
    (deposit) =>
      deposit.token === arrival.token &&
      deposit.address === arrival.address &&
      deposit.amount === arrival.amount,
  );
  const found = same.find((deposit) => deposit.log_index === arrival.log_index) ?? same[0];
  if (found) candidates.splice(candidates.indexOf(found), 1);
  return found;
}

/** Those at a place where an undecided deposit stands come first, so that a twin of the same amount is not taken for them. */
export function knownFirst(undecided: Undecided, arrivals: readonly Arrival[]): Arrival[] {
  const isKnown = ({ tx_hash, log_index }: Arrival): boolean =>
    undecided.get(tx_hash)?.some((deposit) => deposit.log_index === log_index) ?? false;
  const known = new Set(arrivals.filter(isKnown));
  return [...known, ...arrivals.filter((arrival) => !known.has(arrival))];
}
