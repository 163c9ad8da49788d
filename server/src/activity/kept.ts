import { availableAccount } from '@openmere/core/ledger/account.ts';
import { readStatement } from '../ledger/statement.ts';
import type { Ctx } from '../platform/context.ts';
import type { Bonus } from './tables.ts';

/** Entries that are read at once. */
const PAGE = 500;

/**
 * How much of a deposit stayed: the least that its member could dispose of in USDT from its credit until it was due, or so far, and at most
 * what is written of it. By the ledger's own records: whoever looks later, or did not look meanwhile, finds the same. Read back to the
 * credit, whatever is noted: a note is made to show it quickly, and decides nothing.
 */
export async function keptOf(ctx: Pick<Ctx, 'tx'>, bonus: Bonus): Promise<bigint> {
  return (await readKept(ctx, { ...bonus, kept_through: null })).kept;
}

/** The same to be shown, with up to which entry was read, and how many were: no further back than somebody noted before. */
export async function readKept(
  { tx }: Pick<Ctx, 'tx'>,
  bonus: Bonus,
): Promise<{ kept: bigint; through: bigint; count: number }> {
  const { member_id: memberId, due_at: until } = bonus;
  const credit = bonus.deposit_id ?? bonus.fiat_order_id;
  const query = { account: availableAccount(memberId), asset: 'USDT', limit: PAGE };
  const noted = bonus.kept_through ?? 0n;
  let kept = bonus.kept ?? 0n;
  let through = noted;
  let count = 0;
  for (let cursor: string | undefined; ;) {
    const page = await readStatement(tx, cursor === undefined ? query : { ...query, cursor });
    for (const { seq, time, amount, balanceAfter, reference } of page.records) {
      if (seq <= noted) return { kept, through, count };
      if (count === 0) through = seq;
      count += 1;
      const isCredit = reference === credit && amount > 0n;
      const counts = isCredit || until === null || time <= until;
      if (counts && balanceAfter < kept) kept = balanceAfter;
      // What was there before is another's business: a deposit comes on top of it.
      if (isCredit) return { kept, through, count };
    }
    if (page.cursor === undefined) return { kept, through, count };
    cursor = page.cursor;
  }
}
