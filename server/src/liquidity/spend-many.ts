import { assert } from '@openmere/core/kit/fault.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { Posting } from '@openmere/core/ledger/entry.ts';
import { memberBalances } from '../ledger/balances.ts';
import type { Ctx } from '../platform/context.ts';
import { addSpent, listHoldersOf } from './equity-store.ts';

/**
 * Takes EQUITY from many persons at once, as a day's yield does: the sums of what was spent grow, and the postings that take it
 * from the ledger are answered, by person; the caller posts them in the same transaction, and sees to it that nothing is spent
 * twice. What one account of a person does not hold, the others give. The check on `equity_person` refuses more than there is.
 * Locks the persons in the order of their ids, before anything of the ledger.
 */
export async function spendMany(
  ctx: Pick<Ctx, 'tx'>,
  amounts: ReadonlyMap<string, bigint>,
): Promise<ReadonlyMap<string, readonly Posting[]>> {
  const { tx } = ctx;
  if (amounts.size === 0) return new Map();
  await addSpent(tx, amounts);
  const holders = await listHoldersOf(tx, [...amounts.keys()]);
  const balances = await memberBalances(
    tx,
    holders.map(({ memberId }) => memberId),
  );
  const byPerson = Map.groupBy(holders, ({ personId }) => personId);
  return new Map(
    [...amounts].map(([personId, amount]) => {
      let left = amount;
      const postings: Posting[] = [];
      for (const { memberId } of byPerson.get(personId) ?? []) {
        const held = balances.get(memberId)?.get('EQUITY')?.available ?? 0n;
        const taken = held < left ? held : left;
        if (taken === 0n) continue;
        left -= taken;
        postings.push({
          source: availableAccount(memberId),
          destination: 'world',
          asset: 'EQUITY',
          amount: taken,
        });
      }
      assert(left === 0n, 'the ledger holds the EQUITY that a person has left');
      return [personId, postings];
    }),
  );
}
