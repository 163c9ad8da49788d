import type { QueryCacheNotifyEvent } from '@tanstack/react-query';
import { create } from 'zustand';
import { Unreachable } from '../../platform/api-client.ts';
import { networkState } from '../../platform/network.ts';
import { queryClient, refreshAll } from '../../platform/query.ts';
import { dropKept, ownerOf, readKept, writeKept } from './kept-answers.ts';
import { firstPage, isKept, mergeAnswers } from './kept-calls.ts';
import type { KeptAnswer } from './kept-calls.ts';

/** A burst of answers is written once. */
const WRITE_AFTER_MS = 1500;

type KeptState = {
  /** Something was taken from this device and has not been asked for anew. */
  restored: boolean;
  /** The network is there, and the server is not. */
  away: boolean;
};

/** What of the page comes from this device, and why. */
export const useKept = create<KeptState>(() => ({ restored: false, away: false }));

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

/** Puts kept answers, with the time they were read at, where nothing was read yet. */
export function restoreKept(): void {
  let restored = false;
  for (const { key, data, at } of session?.kept ?? []) {
    const query = queryClient.getQueryCache().find({ queryKey: key, exact: true });
    if (query?.state.data !== undefined) continue;
    void query?.cancel({ silent: true });
    queryClient.setQueryData(key, data, { updatedAt: at });
    restored = true;
  }
  if (restored) useKept.setState({ restored });
}

function onAnswer(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { action, query } = event;
  if (action.type === 'success' && action.manual !== true) {
    if (useKept.getState().away) useKept.setState({ away: false });
    if (networkState() !== 'none') useKept.setState({ restored: false });
    if (isKept(query.queryKey)) writeSoon();
  }
  const failed = action.type === 'failed' || action.type === 'error';
  if (!failed || !(action.error instanceof Unreachable)) return;
  // Without a network, too: what lay in the page's memory unread goes after some minutes, and here it is asked for again.
  restoreKept();
  // One lost question says nothing of the server; it is asked again a second later.
  const isFirst = action.type === 'failed' && action.failureCount === 1;
  if (!isFirst && networkState() !== 'none') useKept.setState({ away: true });
}

let following = false;

function follow(): void {
  if (following) return;
  following = true;
  queryClient.getQueryCache().subscribe(onAnswer);
  // A page that was opened without a network has never heard that it went: it would not ask anew by itself.
  window.addEventListener('online', () => {
    if (useKept.getState().restored) void refreshAll();
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
    useKept.setState({ restored: false, away: false });
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
