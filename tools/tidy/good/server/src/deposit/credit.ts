import { postEntry } from '../ledger/post.ts';
import { insertDeposit } from './store.ts';

export type Credit = { id: string };
export const credit = (one: Credit) => [postEntry, insertDeposit(one)];
