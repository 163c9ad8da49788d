import type { PayoutEnd } from './payout-end.ts';
import type { PayoutLook } from './tables.ts';

/** How much a conclusion "this payout will never be paid" takes (rulebook §5). */
export type ProofPolicy = {
  /** Looks that must agree. */
  looks: number;
  /** Milliseconds between two looks. */
  spacingMs: number;
  /** Blocks between the first and the last of them, both final. */
  blocks: number;
};

/** At least five, however little a configuration asks for; the database counts them once more. */
export const LOOKS_MIN = 5;

export type Ended = Extract<PayoutEnd, { kind: 'reverted' | 'replaced' }>;

export function isEnded(end: PayoutEnd): end is Ended {
  return end.kind === 'reverted' || end.kind === 'replaced';
}

/** The looks since the last one that contradicted, oldest first; `looks` comes newest first. */
export function currentLooks(looks: readonly PayoutLook[]): PayoutLook[] {
  const broken = looks.findIndex(({ finding }) => finding === 'other');
  return (broken === -1 ? [...looks] : looks.slice(0, broken)).reverse();
}

/** Whether a look says something else than those before it: then they prove nothing any more. */
export function contradicts(before: readonly PayoutLook[], end: PayoutEnd): boolean {
  const last = before.at(-1);
  if (!last) return false;
  return !isEnded(end) || last.finding !== end.kind || last.tx_hash !== end.txHash;
}

/** Whether looks that agree (oldest first) are enough: their number and the blocks between the first and the last. */
export function isProved(looks: readonly PayoutLook[], policy: ProofPolicy): boolean {
  const [first, last] = [looks[0], looks.at(-1)];
  if (!first || !last || looks.length < Math.max(policy.looks, LOOKS_MIN)) return false;
  return last.block_number - first.block_number >= BigInt(policy.blocks);
}
