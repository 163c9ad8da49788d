import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Tx } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';

/**
 * Marks the accounts of a name as closed, for good: whoever sends there from now on is refused with `ledger.closed`, and whoever sent
 * before has been posted, for their locks are held until the transaction ends. What is no transfer may still come.
 */
export async function closeAccounts(tx: Tx, name: AccountName, assets: readonly string[]): Promise<void> {
  await askWith(tx)('select ledger.close_accounts($1, $2)', [assets.map(() => name), assets]);
}
