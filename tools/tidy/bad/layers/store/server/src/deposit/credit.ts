import { postEntry } from '../ledger/post.ts';
export const credit = postEntry;
