import { availableAccount } from '@openmere/core/ledger/account.ts';
import { readStatement } from '../ledger/statement.ts';
import type { Ctx } from '../platform/context.ts';
import type { Bonus } from './tables.ts';

/** Entries that are read at once. */
const PAGE = 500;

/**
 * How much of a deposit stayed: the least that its member could dispose of in USDT from its credit until it was due, or so far, and at most
 * what is written of it. By the ledger's own records: whoever looks later, or did not look meanwhile, finds the same.
 */
export async function keptOf({ tx }: Pick<Ctx, 'tx'>, bonus: Bonus): Promise<bigint> {
  const { member_id: memberId, due_at: until } = bonus;
  const credit = bonus.deposit_id ?? bonus.fiat_order_id;
  const query = { account: availableAccount(memberId), asset: 'USDT', limit: PAGE };
  let kept = bonus.kept ?? 0n;
  for (let cursor: string | undefined; ;) {
    const page = await readStatement(tx, cursor === undefined ? query : { ...query, cursor });
    for (const { time, amount, balanceAfter, reference } of page.records) {
      const isCredit = reference === credit && amount > 0n;
      const counts = isCredit || until === null || time <= until;
      if (counts && balanceAfter < kept) kept = balanceAfter;
      // What was there before is another's business: a deposit comes on top of it.
      if (isCredit) return kept;
    }
    if (page.cursor === undefined) return kept;
    cursor = page.cursor;
  }
}
