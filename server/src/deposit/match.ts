import type { Arrival, Deposit } from './store.ts';

/**
 * The undecided deposit that an arrival is: the one at its place, else one of the same transaction, token, receiver and
 * amount, because a transaction that moves to another block in a reorganisation gets other log indexes.
 */
export function findSame(candidates: readonly Deposit[], arrival: Arrival): Deposit | undefined {
  const same = candidates.filter(
    (deposit) =>
      deposit.tx_hash === arrival.tx_hash &&
      deposit.token === arrival.token &&
      deposit.address === arrival.address &&
      deposit.amount === arrival.amount,
  );
  return same.find((deposit) => deposit.log_index === arrival.log_index) ?? same[0];
}
