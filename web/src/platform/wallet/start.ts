import { readStored } from '../storage.ts';
import { watchWalletSession } from './session-watch.ts';

/** What goes on without any screen asking: the wallet is compared on each show, and what was under way is followed. */
export function startWalletWork(end: (why: 'wallet') => void): void {
  watchWalletSession(end);
  if (readStored('dapp.transactions') !== undefined)
    void import('./transactions.ts').then((module) => module.resumeTransactions());
}
