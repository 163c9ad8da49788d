import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { transferReceived } from '@openmere/core/transfer/contract.ts';
import { makeFreezeLink } from '../auth/freeze-store.ts';
import type { Posted } from '../ledger/posted.ts';
import type { Member } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import type { Notice } from '../platform/notices.ts';
import { messageTo, toMail } from '../platform/outbox.ts';
import type { MemberMessage } from '../platform/outbox.ts';
import { readTransferData, TRANSFER_KIND } from './record.ts';

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

/**
 * Tells the owner by mail that somebody was paid whom this account never paid, with the link that freezes: what is sent cannot come back,
 * and whoever holds the session would send again (threats.md T11). Of a sub-account, which has no mailbox, its main account's owner.
 */
export async function mailFirstPayment(
  { tx, now, origin }: Pick<Ctx, 'tx' | 'now'> & { origin: string },
  { owner, sender, entry }: { owner: Member; sender: Member; entry: JournalEntry },
): Promise<void> {
  if (!owner.email) return;
  const { target, toName } = readTransferData(entry.data);
  const amount = entry.postings.reduce((sum, posting) => sum + posting.amount, 0n);
  await toMail(tx, {
    to: owner.email,
    locale: owner.locale,
    template: 'transfer.mail.first',
    params: {
      id: entry.reference,
      amount: formatAmount(amount),
      coin: entry.postings[0]?.asset ?? '',
      name: toName,
      target,
      link: await makeFreezeLink(tx, now, { memberId: owner.id, origin, kind: 'notice' }),
    },
    antiphishing: owner.antiphishing,
    ...(owner.id === sender.id ? {} : { account: sender.nickname }),
  });
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
