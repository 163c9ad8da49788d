import type { AccountName } from '@openmere/core/ledger/account.ts';
import { transferReceived } from '@openmere/core/transfer/contract.ts';
import type { Posted } from '../ledger/posted.ts';
import type { Notice } from '../platform/notices.ts';
import { messageTo } from '../platform/outbox.ts';
import type { MemberMessage } from '../platform/outbox.ts';
import { TRANSFER_KIND } from './record.ts';

/** What receivers of transfers hear, beside their new balance (asset/announce.ts). */
export function transferMessages(posted: readonly Posted[]): MemberMessage[] {
  return receivedIn(posted).map(({ memberId, id, coinid }) =>
    messageTo(transferReceived, memberId, { id, coinid }),
  );
}

/** What stays of it under News; screens hear of it by the message above. */
export function transferNotices(posted: readonly Posted[]): Notice[] {
  return receivedIn(posted).map(({ memberId, id, coinid }) => ({
    memberId,
    template: 'transfer.notice.received',
    params: { coin: coinid },
    link: `/pages/wallet/transfer/recode/recode?id=${id}`,
  }));
}

function receivedIn(posted: readonly Posted[]): { memberId: string; id: string; coinid: string }[] {
  return posted
    .filter(({ kind }) => kind === TRANSFER_KIND)
    .flatMap(({ reference: id, balances }) => {
      // In the order of the postings: sender, receiver, fee.
      const memberId = memberOf(balances[1]?.account);
      const coinid = balances[1]?.asset ?? '';
      return memberId === undefined ? [] : [{ memberId, id, coinid }];
    });
}

function memberOf(account: AccountName | undefined): string | undefined {
  return /^member:([^:]+):available$/.exec(account ?? '')?.[1];
}
