// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, wireSession } from './api-client.ts';
import { keepAnswer } from './keep-answer.ts';
import { queryClient, readAhead, refresh, refreshAll } from './query.ts';

/** What the server has now, and the answers that are on their way: each says what it had when it was asked. */
let stored: string;
const underWay: (() => void)[] = [];
let unfollow: () => void;

beforeEach(() => {
  stored = 'old';
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    const answer = Response.json({ success: true, code: 'ok', msg: '', data: { name: stored } });
    return new Promise<Response>((resolve, reject) => {
      underWay.push(() => resolve(answer));
      signal?.addEventListener('abort', () => reject(new Error('cancelled')));
    });
  });
  wireSession({ token: () => 'mine', ended: () => undefined });
  unfollow = () => undefined;
});
afterEach(() => {
  unfollow();
  queryClient.clear();
  underWay.length = 0;
  vi.unstubAllGlobals();
});

const queryKey = ['Users/CaptainInfo', {}];
const shown = () => queryClient.getQueryData<{ name: string }>(queryKey)?.name;
const questions = () => underWay.length;
const answer = (at: number) => underWay[at]?.();

/** A screen that shows the answer. */
function show(): void {
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: ({ signal }) => call('Users/CaptainInfo', {}, { signal }),
  });
  unfollow = observer.subscribe(() => undefined);
}

async function showAnswered(): Promise<void> {
  show();
  answer(0);
  await vi.waitFor(() => expect(shown()).toBe('old'));
}

test('behavior: what changes while the first answer is on its way is asked for once more', async () => {
  show();
  stored = 'new';
  const refreshed = refresh('Users/CaptainInfo');
  answer(0);
  await vi.waitFor(() => expect(questions()).toBe(2));
  expect(shown()).toBe('old');
  answer(1);
  await refreshed;
  expect(shown()).toBe('new');
});

test('behavior: changes one after the other never keep an answer from coming, and are asked for together', async () => {
  await showAnswered();
  for (const change of ['first', 'second', 'third']) {
    stored = change;
    void refresh('Users/CaptainInfo');
  }
  answer(1);
  await vi.waitFor(() => expect(shown()).toBe('first'));
  answer(2);
  await vi.waitFor(() => expect(shown()).toBe('third'));
  expect(questions()).toBe(3);
});

test('behavior: what is read ahead while it changes is read again by the screen that shows it', async () => {
  readAhead('Users/CaptainInfo');
  stored = 'new';
  const refreshed = refresh('Users/CaptainInfo');
  answer(0);
  await refreshed;
  show();
  await vi.waitFor(() => expect(questions()).toBe(2));
});

test('behavior: after a gap everything is asked for, at once where an answer is shown', async () => {
  await showAnswered();
  void refresh('Users/CaptainInfo');
  stored = 'new';
  void refreshAll();
  // The one under way may hang in a connection that is gone.
  await vi.waitFor(() => expect(questions()).toBe(3));
  answer(2);
  await vi.waitFor(() => expect(shown()).toBe('new'));
});

test('behavior: after a gap a first answer that is on its way is not the last', async () => {
  show();
  stored = 'new';
  void refreshAll();
  answer(0);
  await vi.waitFor(() => expect(questions()).toBe(2));
  answer(1);
  await vi.waitFor(() => expect(shown()).toBe('new'));
});

test('behavior: an answer that was asked for before does not come over what an act has answered', async () => {
  show();
  keepAnswer('Users/CaptainInfo', {}, { name: 'acted' } as never);
  answer(0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(shown()).toBe('acted');
});
