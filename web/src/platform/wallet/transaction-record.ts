import type { RefusalParams } from '@openmere/core/kit/refusal.ts';
import { create } from 'zustand';
import { readStored, writeStored } from '../storage.ts';
import type { Hex } from './eip1193.ts';

/**
 * checking: dry run and allowance · approving: the allowance is on its way · signing: the wallet asks its owner ·
 * sent: in the network · then one of: confirmed, failed (mined, reverted), cancelled (its nonce went to an empty payment
 * to oneself), replaced (its nonce went to something else), unsent (the page that asked the in-app wallet is gone, and
 * the question with it), dropped (the network forgot it; may still come back).
 */
export type TransactionState =
  | 'checking'
  | 'approving'
  | 'signing'
  | 'sent'
  | 'confirmed'
  | 'failed'
  | 'cancelled'
  | 'replaced'
  | 'unsent'
  | 'dropped';

/** What the wallet is asked to send; each has a screen that follows it, and home leads there. */
export type TransactionKind =
  | 'activation'
  | 'deposit'
  | 'trade'
  | 'liquidity.add'
  | 'liquidity.remove'
  | 'liquidity.readd'
  | 'liquidity.release'
  | 'redeem'
  | 'minting.power'
  | 'minting.usdo'
  | 'minting.redeem'
  | 'node.subscribe'
  | 'revoke';

export type TransactionRecord = {
  id: string;
  /** A `TransactionKind`, or what another version of the app has stored. The screen that started it finds it by this. */
  kind: string;
  /** Who was logged in when it was begun: another member of this device is not told of it. */
  owner?: string | undefined;
  /** Facts for the screen (amount, coin): plain texts. */
  note: Readonly<Record<string, string>>;
  state: TransactionState;
  chainId: number;
  from: Hex;
  to: Hex;
  data: Hex;
  /** Wei, hex. */
  value: Hex;
  /** An approval goes before. */
  approval: 'none' | 'needed' | 'done';
  /** Expected from the moment of signing: the transaction is followed by it even without a hash. */
  nonce: number | undefined;
  /** The network has shown one of the hashes with this nonce: the wallet has chosen no other one. */
  nonceSeen: boolean | undefined;
  /** Its hash; more than one when it was sped up. The newest is last. */
  hashes: readonly Hex[];
  /** Empty payments to oneself with its nonce, sent by the wallet of this device to cancel it. The newest is last. */
  cancelHashes?: readonly Hex[];
  /** What took its nonce, when that is known. */
  replacedBy: Hex | undefined;
  /** Until this block (inclusive) the nonce was certainly free. */
  clearTo: number | undefined;
  /** Epoch milliseconds. */
  startedAt: number;
  sentAt: number | undefined;
  doneAt: number | undefined;
  /** Since when the network knows none of the hashes. */
  missingSince: number | undefined;
  /** Since when the nonce is seen used by something that is not found. */
  usedSince: number | undefined;
  /** How often it was searched for, in how many parts of its block with an answer, and one that may have nothing to do with ours. */
  search?: { times: number; parts?: number; taker: Hex | undefined } | undefined;
  /** The wallet of this device signs it: sent again, it has the same nonce. Other wallets choose theirs. */
  byInApp: boolean;
  /** Why it failed, as a refusal. */
  problem: { code: string; params: RefusalParams } | undefined;
};

const finalStates: ReadonlySet<TransactionState> = new Set([
  'confirmed',
  'failed',
  'cancelled',
  'replaced',
  'unsent',
]);
/** Finished ones are kept this long for who comes back later. */
const KEEP_DONE_MS = 24 * 3_600_000;

export function isFinal(record: TransactionRecord): boolean {
  return finalStates.has(record.state);
}

/** Ours signs with the nonce that it is told to, so what waits can be sent with a higher fee, or cancelled. */
export function isReplaceable({ byInApp, state, hashes }: TransactionRecord): boolean {
  return byInApp && state === 'sent' && hashes.length > 0;
}

const askingStates: ReadonlySet<TransactionState> = new Set(['checking', 'approving', 'signing']);

/** The wallet has a question open, or an approval is on its way: nothing else can be started meanwhile. */
export function isAsking(record: TransactionRecord | undefined): boolean {
  return record !== undefined && askingStates.has(record.state);
}

function readRecords(): TransactionRecord[] {
  try {
    const stored = JSON.parse(readStored('dapp.transactions') ?? '[]') as TransactionRecord[];
    return Array.isArray(stored) ? stored.filter((one) => typeof one.id === 'string') : [];
  } catch {
    return []; // damaged: the chain still knows everything
  }
}

type Store = { records: readonly TransactionRecord[] };
export const useTransactionStore = create<Store>(() => ({ records: readRecords() }));

/** Another page of the app may have written since: one record changes, the others stay as stored. */
function write(change: (records: TransactionRecord[]) => TransactionRecord[]): void {
  const records = change(readRecords());
  writeStored('dapp.transactions', records.length === 0 ? undefined : JSON.stringify(records));
  useTransactionStore.setState({ records });
}

export function findTransaction(id: string): TransactionRecord | undefined {
  return useTransactionStore.getState().records.find((record) => record.id === id);
}

export function addTransaction(record: TransactionRecord): void {
  const owned = { owner: readStored('general.owner'), ...record };
  write((records) => [...records.filter((one) => one.id !== record.id), owned]);
}

/** Of the member who acts now, or of a time before owners were noted. */
export function isOwn({ owner }: TransactionRecord): boolean {
  return owner === undefined || owner === readStored('general.owner');
}

/** Changes a record that is still there; a cleared one stays cleared. */
export function changeTransaction(id: string, change: Partial<TransactionRecord>): void {
  write((records) => records.map((one) => (one.id === id ? { ...one, ...change } : one)));
}

/** Takes a record out of sight. What is on chain stays on chain. */
export function clearTransaction(id: string): void {
  write((records) => records.filter((one) => one.id !== id));
}

/** Takes in what another page of the app wrote. */
export function reloadTransactions(): void {
  useTransactionStore.setState({ records: readRecords() });
}

/**
 * After a reload: old results have been seen. Questions of a page that is gone are over: those to an outside wallet go out of
 * sight, those to the in-app wallet say that nothing was sent. What another page is asking (`open`: ids) is its own.
 */
export function pruneTransactions(now: number, open: ReadonlySet<string>): void {
  write((records) =>
    records.flatMap((one) => {
      const isQuestion = (one.state === 'checking' || one.state === 'approving') && !open.has(one.id);
      if (isQuestion) return one.byInApp ? [{ ...one, state: 'unsent' as const, doneAt: now }] : [];
      return one.doneAt === undefined || now - one.doneAt < KEEP_DONE_MS ? [one] : [];
    }),
  );
}
