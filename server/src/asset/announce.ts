import { balanceChanged } from '@openmere/core/asset/contract.ts';
import { memberBalances } from '../ledger/balances.ts';
import type { OnPosted } from '../ledger/post.ts';
import { toMembers } from '../platform/outbox.ts';
import { balanceRowOf } from './balance.ts';

/**
 * The ledger's hook: tells every member whose balance an entry changed what it is now, one `balance` message a member and
 * group with the coins that changed. Runs in the posting transaction, so what is told is what was posted.
 */
export const announceBalances: OnPosted = async (tx, posted) => {
  const changed = new Map<string, Set<string>>();
  for (const { account, asset } of posted.flatMap((entry) => entry.balances)) {
    const memberId = /^member:([^:]+):/.exec(account)?.[1];
    if (memberId === undefined) continue;
    changed.set(memberId, (changed.get(memberId) ?? new Set()).add(asset));
  }
  if (changed.size === 0) return;
  const balances = await memberBalances(tx, [...changed.keys()]);
  await toMembers(
    tx,
    balanceChanged,
    [...changed].map(([memberId, assets]) => {
      const list = [...assets].map((asset) =>
        balanceRowOf(asset, balances.get(memberId)?.get(asset) ?? { available: 0n, held: 0n }),
      );
      return { memberId, data: { list } };
    }),
  );
};
