import type { QueryCacheNotifyEvent } from '@tanstack/react-query';
import { create } from 'zustand';
import { Unreachable } from '../../platform/api-client.ts';
import { useLive } from '../../platform/live.ts';
import { networkState } from '../../platform/network.ts';
import { queryClient, refreshAll } from '../../platform/query.ts';
import { dropKept, ownerOf, readKept, writeKept } from './kept-answers.ts';
import { firstPage, isKept, mergeAnswers } from './kept-calls.ts';
import type { KeptAnswer } from './kept-calls.ts';

/** A burst of answers is written once. */
const WRITE_AFTER_MS = 1500;

type KeptState = {
  /** The time of the oldest answer that was taken from this device and has not been asked for anew; epoch milliseconds. */
  from: number | undefined;
  /** The network is there, and the server is not. */
  away: boolean;
};

/** What of the page comes from this device, and why. */
export const useKept = create<KeptState>(() => ({ from: undefined, away: false }));

/** For whom answers are kept now. */
let session: { token: string; owner: Promise<string>; kept: KeptAnswer[] } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function report(error: unknown): void {
  console.warn('nothing can be kept for reading without a network', error);
}

function answersNow(): KeptAnswer[] {
  return queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => isKept(queryKey) && state.data !== undefined })
    .map(({ queryKey, state }) => ({ key: queryKey, data: firstPage(state.data), at: state.dataUpdatedAt }));
}

async function write(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const writing = session;
  if (!writing) return;
  writing.kept = mergeAnswers(writing.kept, answersNow());
  const owner = await writing.owner;
  // Logged out while it was worked out: nothing of it may come after.
  if (session === writing) await writeKept(owner, writing.kept);
}

function writeSoon(): void {
  timer ??= setTimeout(() => void write().catch(report), WRITE_AFTER_MS);
}

/** Puts kept answers where nothing was read yet. Answers whether there was any. */
export function restoreKept(): boolean {
  let from: number | undefined;
  for (const { key, data, at } of session?.kept ?? []) {
    const query = queryClient.getQueryCache().find({ queryKey: key, exact: true });
    if (query?.state.data !== undefined) continue;
    void query?.cancel({ silent: true });
    queryClient.setQueryData(key, data, { updatedAt: at });
    from = Math.min(from ?? at, at);
  }
  if (from === undefined) return useKept.getState().from !== undefined;
  useKept.setState(({ from: before }) => ({ from: Math.min(before ?? from, from) }));
  // Figures say "as of" with this time (parts/use-as-of.ts).
  useLive.setState({ live: false, since: from });
  return true;
}

function onAnswer(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { action, query } = event;
  if (action.type === 'success' && action.manual !== true) {
    if (useKept.getState().away) useKept.setState({ away: false });
    if (networkState() !== 'none') useKept.setState({ from: undefined });
    if (isKept(query.queryKey)) writeSoon();
  }
  const failed = action.type === 'failed' || action.type === 'error';
  if (failed && action.error instanceof Unreachable && networkState() !== 'none') {
    useKept.setState({ away: true });
    restoreKept();
  }
}

let following = false;

function follow(): void {
  if (following) return;
  following = true;
  queryClient.getQueryCache().subscribe(onAnswer);
  // A page that was opened without a network has never heard that it went: it would not ask anew by itself.
  window.addEventListener('online', () => {
    if (useKept.getState().from !== undefined) void refreshAll();
  });
  // A phone that puts the page away may never come back to it.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && timer !== undefined) void write().catch(report);
  });
}

let ready: Promise<void> = Promise.resolve();

/** From now on answers are kept for this member, and for nobody who was here before. */
export function keepAnswersFor(token: string | undefined): void {
  if (!('indexedDB' in globalThis) || !('subtle' in crypto)) return;
  if (session && session.token !== token) {
    clearTimeout(timer);
    timer = undefined;
    session = undefined;
    useKept.setState({ from: undefined, away: false });
    ready = dropKept();
  }
  if (token === undefined || session) return;
  follow();
  const begun = { token, owner: ownerOf(token), kept: [] as KeptAnswer[] };
  session = begun;
  ready = ready
    .then(async () => readKept(await begun.owner))
    .then(
      (kept) => {
        begun.kept = mergeAnswers(kept, begun.kept);
        if (networkState() === 'none' || useKept.getState().away) restoreKept();
        writeSoon();
      },
      (error: unknown) => report(error),
    );
}

/** Resolves when what was kept is known. */
export function keptIsRead(): Promise<void> {
  return ready;
}
