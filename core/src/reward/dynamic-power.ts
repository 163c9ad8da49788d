import { shareDown } from '../money/ratio.ts';
import { NOBODY } from './tree.ts';
import type { Tree } from './tree.ts';

export type DynamicRule = {
  /** Power for each USDT of community fee that a direct's use brought in, in basis points of it. */
  readonly directBps: number;
  readonly indirectBps: number;
};

/**
 * Dynamic power of a day (rulebook §9): for each USDT of fee that a direct's or an indirect's use brought in, what the rule says, rounded
 * down by payer. `fees`: the whole community fee of each payer in USDT base units, each payer once. One row for each member and payer, so that
 * a grant has the payer in its key. It is an allowance, not money: that only as much as one's personal power counts, yield sees to.
 */
export function listDynamicPower(
  { inviter }: Tree,
  fees: readonly { readonly payer: number; readonly amount: bigint }[],
  rule: DynamicRule,
): { readonly member: number; readonly payer: number; readonly amount: bigint }[] {
  return fees.flatMap(({ payer, amount }) => {
    const directs = inviter[payer] ?? NOBODY;
    const indirects = directs === NOBODY ? NOBODY : (inviter[directs] ?? NOBODY);
    return [
      { member: directs, payer, amount: shareDown(amount, BigInt(rule.directBps), 10_000n) },
      { member: indirects, payer, amount: shareDown(amount, BigInt(rule.indirectBps), 10_000n) },
    ].filter((row) => row.member !== NOBODY && row.amount > 0n);
  });
}
