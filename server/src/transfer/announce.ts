import { transferReceived } from '@openmere/core/transfer/contract.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Posted } from '../ledger/posted.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMembers } from '../platform/outbox.ts';
import { transferKind } from './record.ts';

/** The ledger's hook: tells receivers of a transfer, in the transaction that posts it. Balances are told by asset. */
export async function announceTransfers(tx: Tx, posted: readonly Posted[]): Promise<void> {
  const notices = posted
    .filter(({ kind }) => kind === transferKind)
    .flatMap(({ reference, balances }) => {
      // In the order of the postings: sender, receiver, fee.
      const memberId = memberOf(balances[1]?.account);
      const coinid = balances[1]?.asset ?? '';
      return memberId === undefined ? [] : [{ memberId, data: { id: reference, coinid } }];
    });
  await toMembers(tx, transferReceived, notices);
}

function memberOf(account: AccountName | undefined): string | undefined {
  return /^member:([^:]+):available$/.exec(account ?? '')?.[1];
}
