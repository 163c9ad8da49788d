import { postEntry } from '../../ledger/post.ts';
export const keep = postEntry;
