/** Status words on the wire (calls.md), in the order of a payout's way. */
export const withdrawalStatuses = [
  'reviewing',
  'approved',
  'sending',
  'sent',
  'confirmed',
  'rejected',
  'cancelled',
  'failed',
] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/**
 * The allowed graph (rulebook §5, threats.md I11); the database holds the same one in a trigger.
 * `sending` means signed and stored; `sent` means a node has taken the bytes. The chain may confirm a payout
 * whose broadcast we did not live to record, hence `sending → confirmed`. A failed one whose money was not given back is
 * confirmed when its payment shows after all; an approved one only when operators match a payment with it.
 */
const moves: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  reviewing: ['approved', 'rejected', 'cancelled'],
  approved: ['sending', 'failed', 'confirmed'],
  sending: ['sent', 'confirmed', 'failed'],
  sent: ['confirmed', 'failed'],
  confirmed: [],
  rejected: [],
  cancelled: [],
  failed: ['confirmed'],
};

export function nextStatuses(from: WithdrawalStatus): readonly WithdrawalStatus[] {
  return moves[from];
}

export function canMove(from: WithdrawalStatus, to: WithdrawalStatus): boolean {
  return moves[from].includes(to);
}

/** Terminal states absorb: nothing leads out of them. A failed one is terminal only once its money was given back. */
export function isTerminal(status: WithdrawalStatus): boolean {
  return moves[status].length === 0;
}

/** The member may take it back only while nobody has decided. */
export function isCancellable(status: WithdrawalStatus): boolean {
  return canMove(status, 'cancelled');
}

/** Whether the amount still stands on the held account: until it is settled or given back. */
export function isHolding(status: WithdrawalStatus, released: boolean): boolean {
  if (status === 'failed') return !released;
  return !isTerminal(status);
}

export const terminalStatuses: readonly WithdrawalStatus[] = withdrawalStatuses.filter(isTerminal);

/** How many different operators must approve: large amounts two, automatic ones none. */
export const deciders = ['none', 'operator', 'twooperators'] as const;
export type Decider = (typeof deciders)[number];

export function approvalsNeeded(decider: Decider): number {
  if (decider === 'twooperators') return 2;
  return decider === 'operator' ? 1 : 0;
}
