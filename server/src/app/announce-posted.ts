import { balanceMessages } from '../asset/announce.ts';
import type { OnPosted } from '../ledger/post.ts';
import { writeMessages } from '../platform/outbox.ts';
import { transferMessages } from '../transfer/announce.ts';

/**
 * What members hear of postings, in the transaction that makes them: new balances, and a transfer that arrived. In one
 * statement: a group of transfers waits for it.
 */
export const announcePosted: OnPosted = async (tx, posted) =>
  writeMessages(tx, [...(await balanceMessages(tx, posted)), ...transferMessages(posted)]);
