/**
 * The way of a fiat order. `matched`: its money stands on a statement and waits for two operators. What is credited or rejected stays so;
 * to an expired one late money may still come.
 */
export const fiatStates = ['open', 'slip', 'matched', 'credited', 'rejected', 'expired'] as const;
export type FiatState = (typeof fiatStates)[number];

export const fiatMoves = ['slip', 'match', 'credit', 'reject', 'expire'] as const;
export type FiatMove = (typeof fiatMoves)[number];

const table: Readonly<Record<FiatState, Partial<Record<FiatMove, FiatState>>>> = {
  open: { slip: 'slip', match: 'matched', reject: 'rejected', expire: 'expired' },
  slip: { slip: 'slip', match: 'matched', reject: 'rejected' },
  matched: { credit: 'credited', reject: 'rejected' },
  credited: {},
  rejected: {},
  expired: { match: 'matched' },
};

/** The state after a move; undefined where it may not be made. */
export function nextFiat(state: FiatState, move: FiatMove): FiatState | undefined {
  return table[state][move];
}

/** Whether the order still waits for something. */
export function isPending(state: FiatState): boolean {
  return state === 'open' || state === 'slip' || state === 'matched';
}

/** A line of a statement: money that came to a bank account of ours. */
export const fiatLineStates = ['open', 'suspense', 'credited', 'returned'] as const;
export type FiatLineState = (typeof fiatLineStates)[number];
