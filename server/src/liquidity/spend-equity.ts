import { assert } from '@openmere/core/kit/fault.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { EntryData, JournalEntry } from '@openmere/core/ledger/entry.ts';
import { nextSpent } from '@openmere/core/liquidity/equity.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { lockPerson, saveState, stateOf } from './equity-store.ts';

export type SpendDeps = {
  /** Posts an entry of the ledger in the transaction, and says whether it was there already. */
  post(tx: Tx, entry: JournalEntry): Promise<{ replayed: boolean }>;
};

export type EquitySpending = {
  memberId: string;
  /** Base units, more than zero. */
  amount: bigint;
  /** Idempotency key: the same is spent once. */
  key: string;
  reference: string;
  data: EntryData;
  actor: string;
};

/**
 * Takes EQUITY from a member, as yield does (rulebook §9): the posting, and the person's sum of what was spent, which opens
 * the cap again. Under the same key a second time it does nothing. Refusals: those of the ledger, `ledger.keyconflict`,
 * `ledger.insufficient`; then nothing is written.
 */
export async function spendEquity(ctx: Pick<Ctx, 'tx'> & SpendDeps, spending: EquitySpending): Promise<void> {
  const { tx } = ctx;
  const { equityCap: cap } = await readSettings(tx);
  const { memberId, amount } = spending;
  assert(amount > 0n, 'spending takes something');
  const person = await lockPerson(tx, memberId, cap);
  const { replayed } = await ctx.post(tx, {
    key: spending.key,
    kind: 'equity-spent',
    reference: spending.reference,
    data: spending.data,
    actor: spending.actor,
    postings: [{ source: availableAccount(memberId), destination: 'world', asset: 'EQUITY', amount }],
  });
  if (replayed) return;
  await saveState(tx, person.person_id, nextSpent(stateOf(person), amount));
}
