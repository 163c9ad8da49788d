import { balanceChanged } from '@openmere/core/asset/contract.ts';
import { changedBalances } from '../ledger/balances.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { Posted } from '../ledger/posted.ts';
import type { Tx } from '../platform/db/connect.ts';
import { messageTo, writeMessages } from '../platform/outbox.ts';
import type { MemberMessage } from '../platform/outbox.ts';
import { balanceRowOf } from './balance.ts';

/**
 * The ledger's hook: tells every member whose balance an entry changed what it is now, one `balance` message a member and
 * group with the coins that changed. Runs in the posting transaction, so what is told is what was posted.
 */
export const announceBalances: OnPosted = async (tx, posted) =>
  writeMessages(tx, await balanceMessages(tx, posted));

export async function balanceMessages(tx: Tx, posted: readonly Posted[]): Promise<MemberMessage[]> {
  const changed = await changedBalances(tx, posted);
  return [...changed].map(([memberId, coins]) =>
    messageTo(balanceChanged, memberId, {
      list: [...coins].map(([asset, balance]) => balanceRowOf(asset, balance)),
    }),
  );
}
