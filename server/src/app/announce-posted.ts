import { balanceMessages } from '../asset/announce.ts';
import type { OnPosted } from '../ledger/post.ts';
import { keepNotices } from '../platform/notices.ts';
import { writeMessages } from '../platform/outbox.ts';
import { transferMessages, transferNotices } from '../transfer/announce.ts';

/**
 * What members hear of postings, in the transaction that makes them: new balances, and a transfer that arrived. In two
 * statements: a group of transfers waits for it.
 */
export const announcePosted: OnPosted = async (tx, posted) => {
  await writeMessages(tx, [...(await balanceMessages(tx, posted)), ...transferMessages(posted)]);
  await keepNotices(tx, transferNotices(posted));
};
