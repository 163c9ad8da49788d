import { assert } from '@openmere/core/kit/fault.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { Posting } from '@openmere/core/ledger/entry.ts';
import { availableOf } from '../ledger/balances.ts';
import { listPersons } from '../member/genealogy-store.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { addSpent, listHoldersOf, listHoldersWith } from './equity-store.ts';

/** A person's accounts that may have EQUITY, and what is to be taken from them. */
type Spender = { amount: bigint; holders: readonly string[] };

/**
 * Takes EQUITY for many members at once, as a day's yield does: the sums of what their persons spent grow, and the postings that
 * take it from the ledger are answered; the caller posts them in the same transaction, and sees to it that nothing is spent
 * twice. What one account of a person does not hold, the others give. The check on `equity_person` refuses more than there is.
 * Locks the persons in the order of their ids, before anything of the ledger.
 * @param amounts by member, each once.
 */
export async function spendMany(
  ctx: Pick<Ctx, 'tx'>,
  amounts: ReadonlyMap<string, bigint>,
): Promise<Posting[]> {
  const { tx } = ctx;
  if (amounts.size === 0) return [];
  const spenders = await listSpenders(tx, amounts);
  await addSpent(tx, new Map([...spenders].map(([personId, { amount }]) => [personId, amount])));
  // One account has to have it all: the ledger refuses when it does not.
  const several = [...spenders.values()].filter(({ holders }) => holders.length > 1);
  const held = await availableOf(
    tx,
    'EQUITY',
    several.flatMap(({ holders }) => holders),
  );
  return [...spenders.values()].flatMap(({ amount, holders }) => {
    const [only] = holders;
    if (only !== undefined && holders.length === 1) return [takenFrom(only, amount)];
    let left = amount;
    const postings = holders.flatMap((holder) => {
      const has = held.get(holder) ?? 0n;
      const taken = has < left ? has : left;
      left -= taken;
      return taken === 0n ? [] : [takenFrom(holder, taken)];
    });
    assert(left === 0n, 'the ledger holds the EQUITY that a person has left');
    return postings;
  });
}

function takenFrom(memberId: string, amount: bigint): Posting {
  return { source: availableAccount(memberId), destination: 'world', asset: 'EQUITY', amount };
}

/** By person. Who never had EQUITY in an account of their own draws on the main account's. */
async function listSpenders(tx: Tx, amounts: ReadonlyMap<string, bigint>): Promise<Map<string, Spender>> {
  const ids = [...amounts.keys()];
  const spenders = new Map<string, Spender>();
  const add = (memberId: string, personId: string, holders: readonly string[]): void => {
    const before = spenders.get(personId)?.amount ?? 0n;
    spenders.set(personId, { amount: before + (amounts.get(memberId) ?? 0n), holders });
  };
  const known = Map.groupBy(await listHoldersWith(tx, ids), ({ memberId }) => memberId);
  for (const [memberId, rows] of known)
    add(
      memberId,
      rows[0]?.personId ?? memberId,
      rows.map(({ holderId }) => holderId),
    );
  const others = ids.filter((id) => !known.has(id));
  if (others.length === 0) return spenders;
  const persons = await listPersons(tx, others);
  const holders = Map.groupBy(await listHoldersOf(tx, [...new Set(persons.values())]), (one) => one.personId);
  for (const memberId of others) {
    const personId = persons.get(memberId) ?? memberId;
    add(
      memberId,
      personId,
      (holders.get(personId) ?? []).map((one) => one.memberId),
    );
  }
  return spenders;
}
