import { useEffect } from 'react';
import { underWay } from '../fetch-anew.ts';
import type { Hex } from './eip1193.ts';
import { lookPatiently, lookQuickly, lookThoroughly } from './follow-transaction.ts';
import type { ExplainFailure, Look } from './follow-transaction.ts';
import { openQuestions } from './open-question.ts';
import { readChain } from './rpc.ts';
import type { TransactionPlan } from './send-transaction.ts';
import {
  changeTransaction,
  clearTransaction,
  findTransaction,
  isAsking,
  isFinal,
  pruneTransactions,
  reloadTransactions,
  useTransactionStore,
} from './transaction-record.ts';
import type { TransactionKind, TransactionRecord } from './transaction-record.ts';

/** Specification §4: the receipt is polled every 500 ms. */
const QUICK_MS = 500;
/** Every so many looks one asks about nonce and drop, too. */
const THOROUGH_EVERY = 4;
/** Dropped ones are looked for at ease: they can still come back until their nonce is used. */
const DROPPED_MS = 5000;
/** So often one looks whether the page of a question is still there; one that has just begun to ask gets its lock first. */
const QUESTIONS_MS = 2000;

const followed = new Set<string>();
const explain: ExplainFailure = async (record, receipt) => {
  const { explainFailure } = await import('./explain-revert.ts');
  return explainFailure(record, receipt, readChain);
};

function applyLook(id: string, look: Look): void {
  if (look.gone) clearTransaction(id);
  else if (look.change) changeTransaction(id, look.change);
}

/** Follows one transaction to its end, whatever screen is shown; stops when it is cleared. */
function follow(id: string): void {
  if (followed.has(id)) return;
  followed.add(id);
  let looks = 0;
  async function next(): Promise<void> {
    const record = findTransaction(id);
    if (!record || isFinal(record)) {
      followed.delete(id);
      return;
    }
    const thorough = looks % THOROUGH_EVERY === THOROUGH_EVERY - 1 || record.hashes.length === 0;
    const look = thorough ? lookThoroughly : lookQuickly;
    applyLook(id, await lookPatiently(() => look(record, readChain, Date.now(), explain)));
    looks += 1;
    setTimeout(() => void next(), record.state === 'dropped' ? DROPPED_MS : QUICK_MS);
  }
  void next();
}

/**
 * The in-app wallet's question was on the page that is gone: unless the network has a transaction of that nonce, nothing
 * was sent and nothing will be.
 */
async function endQuestion(record: TransactionRecord): Promise<void> {
  const params = [record.from, 'pending'];
  const next = Number(await readChain('eth_getTransactionCount', params));
  if (record.nonce === undefined || next <= record.nonce)
    changeTransaction(record.id, { state: 'unsent', doneAt: Date.now() });
}

/** What a page that is gone has asked is over (`open`: what is not); what it may have sent is followed. */
function endQuestions(open: ReadonlySet<string>): void {
  pruneTransactions(Date.now(), open);
  for (const record of useTransactionStore.getState().records) {
    const isOver = record.state === 'signing' && record.hashes.length === 0 && !open.has(record.id);
    // An answer that does not come changes nothing: the record is followed by its nonce like any other.
    const ended = record.byInApp && isOver ? endQuestion(record).catch(() => undefined) : Promise.resolve();
    void ended.then(() => follow(record.id));
  }
}

/** The page of a question can go while this one stays. Without the browser's locks nobody sees it; this page's own is open. */
async function lookForGonePages(): Promise<void> {
  const asking = () => useTransactionStore.getState().records.filter(isAsking);
  if (underWay.size > 0 || asking().length === 0 || !('locks' in navigator)) return;
  const open = new Set(await openQuestions());
  for (const { id, startedAt } of asking()) if (Date.now() - startedAt < QUESTIONS_MS) open.add(id);
  // What an outside wallet may have signed is over by its nonce only.
  const isOver = ({ id, state, byInApp }: TransactionRecord) =>
    !open.has(id) && (state !== 'signing' || byInApp || !followed.has(id));
  if (underWay.size === 0 && asking().some(isOver)) endQuestions(open);
}

async function takeUp(): Promise<void> {
  window.addEventListener('storage', (event) => {
    if (event.key === 'dapp') reloadTransactions();
  });
  endQuestions(await openQuestions());
  setInterval(() => void lookForGonePages(), QUESTIONS_MS);
}

let takenUp: Promise<void> | undefined;

/** Takes up again what was under way before a reload, and hears what other pages of the app do. Once. */
export function resumeTransactions(): void {
  takenUp ??= takeUp();
}

/**
 * Sends a transaction with the wallet in use: dry run, approval (exact), signature, then followed to its end. Resolves
 * with its id once it is in the network; rejects with a refusal in the member's language (`wallet.*`), or 4001 when the
 * member said no.
 */
export async function sendTransaction(plan: TransactionPlan): Promise<string> {
  resumeTransactions();
  await takenUp;
  const { runTransaction } = await import('./send-transaction.ts');
  underWay.add(plan);
  try {
    const id = await runTransaction(plan);
    follow(id);
    return id;
  } finally {
    underWay.delete(plan);
  }
}

/** Pays: an ERC-20 transfer of `amount` base units. `kind` and `note` let the screen find and describe it. */
export async function sendTokenTransfer(payment: {
  from: Hex;
  token: Hex;
  to: Hex;
  amount: bigint;
  kind: TransactionKind;
  note: Readonly<Record<string, string>>;
}): Promise<string> {
  const { from, token, to, amount, kind, note } = payment;
  const { transferData } = await import('./send-transaction.ts');
  return sendTransaction({ kind, note, from, to: token, data: transferData(to, amount) });
}

/** One transaction as it stands now; undefined when cleared. */
export function useTransaction(id: string | undefined): TransactionRecord | undefined {
  useEffect(resumeTransactions, []);
  return useTransactionStore((store) => store.records.find((record) => record.id === id));
}

/** The newest transaction of a kind by this address, also after leaving the screen or a reload. */
export function useLatestTransaction(kind: string, from: string | undefined): TransactionRecord | undefined {
  useEffect(resumeTransactions, []);
  return useTransactionStore((store) =>
    store.records.findLast((record) => record.kind === kind && record.from === from?.toLowerCase()),
  );
}
