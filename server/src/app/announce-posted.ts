import { announceBalances } from '../asset/announce.ts';
import type { OnPosted } from '../ledger/post.ts';
import { announceTransfers } from '../transfer/announce.ts';

/** What members hear of postings, in the transaction that makes them: new balances, and a transfer that arrived. */
export const announcePosted: OnPosted = async (tx, posted) => {
  await announceBalances(tx, posted);
  await announceTransfers(tx, posted);
};
