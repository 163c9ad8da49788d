import { postEntry } from '../ledger/post.ts';
export const routes = postEntry;
