import { assert } from '@openmere/core/kit/fault.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { EntryData, JournalEntry } from '@openmere/core/ledger/entry.ts';
import { nextEarned } from '@openmere/core/liquidity/equity.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { findGrant, insertGrant, lockPerson, saveState, stateOf } from './equity-store.ts';

export type EquityDeps = {
  /** Posts an entry of the ledger in the transaction (and tells the members whose balances it changes). */
  post(tx: Tx, entry: JournalEntry): Promise<unknown>;
};

export type EquityGrant = {
  memberId: string;
  /** What was brought in, in USDT base units: one EQUITY each, as far as the cap lets. */
  value: bigint;
  /** Idempotency key: the same is granted once. */
  key: string;
  reference: string;
  data: EntryData;
  actor: string;
};

/**
 * Grants EQUITY for liquidity or a node: what the rules of the person's cap allow of `value` (rulebook §8). When that is
 * nothing, nothing is posted, but that the cap was met is kept. The same key a second time answers what was granted then.
 * @returns what was granted, in base units.
 */
export async function grantEquity(ctx: Pick<Ctx, 'tx'> & EquityDeps, grant: EquityGrant): Promise<bigint> {
  const { tx } = ctx;
  const { equityCap: cap, equityAgain: again } = await readSettings(tx);
  const { memberId, key, value } = grant;
  const person = await lockPerson(tx, memberId, cap);
  const before = await findGrant(tx, key);
  if (before) {
    assert(before.member_id === memberId && before.value === value, `another grant has the key ${key}`);
    return before.granted;
  }
  const { granted, state } = nextEarned(stateOf(person, cap), value, { cap, again });
  await insertGrant(tx, { key, member_id: memberId, value, granted });
  await saveState(tx, person.person_id, state, granted > 0n ? cap : undefined);
  if (granted === 0n) return 0n;
  await ctx.post(tx, {
    key,
    kind: 'equity-earned',
    reference: grant.reference,
    data: grant.data,
    actor: grant.actor,
    postings: [
      { source: 'world', destination: availableAccount(memberId), asset: 'EQUITY', amount: granted },
    ],
  });
  return granted;
}
