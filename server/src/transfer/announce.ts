import { transferReceived } from '@openmere/core/transfer/contract.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Posted } from '../ledger/posted.ts';
import { messageTo } from '../platform/outbox.ts';
import type { MemberMessage } from '../platform/outbox.ts';
import { transferKind } from './record.ts';

/** What receivers of transfers hear, beside their new balance (asset/announce.ts). */
export function transferMessages(posted: readonly Posted[]): MemberMessage[] {
  return posted
    .filter(({ kind }) => kind === transferKind)
    .flatMap(({ reference, balances }) => {
      // In the order of the postings: sender, receiver, fee.
      const memberId = memberOf(balances[1]?.account);
      const coinid = balances[1]?.asset ?? '';
      return memberId === undefined ? [] : [messageTo(transferReceived, memberId, { id: reference, coinid })];
    });
}

function memberOf(account: AccountName | undefined): string | undefined {
  return /^member:([^:]+):available$/.exec(account ?? '')?.[1];
}
