// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { Unreachable } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query.ts';
import { keepAnswersFor, keptIsRead, useKept } from './keep-answers.ts';

const JANUARY = Date.UTC(2026, 0, 3);
const TODAY = Date.UTC(2026, 1, 1);
const kept = [
  { key: ['Ctrls/Agreement', {}], data: 'agreement', at: JANUARY },
  { key: ['Users/Balance', {}], data: 'balance', at: TODAY },
];
vi.mock('./kept-answers.ts', () => ({
  ownerOf: () => Promise.resolve('owner'),
  readKept: () => Promise.resolve(kept),
  writeKept: () => Promise.resolve(),
  dropKept: () => Promise.resolve(),
}));

afterEach(() => {
  keepAnswersFor(undefined);
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Somebody opens a screen that asks for it, and the question is lost. */
async function ask(path: string, tries: number): Promise<() => void> {
  const observer = new QueryObserver(queryClient, {
    queryKey: [path, {}],
    queryFn: () => Promise.reject(new Unreachable('lost')),
    retry: tries - 1,
    retryDelay: 1,
  });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(queryClient.getQueryState([path, {}])?.fetchStatus).toBe('idle'));
  return stop;
}

async function begin(): Promise<void> {
  vi.stubGlobal('indexedDB', {});
  keepAnswersFor('token');
  await keptIsRead();
}

test('behavior: without a network a screen that is opened later still finds what was kept, each with its own time', async () => {
  await begin();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (const round of [1, 2]) {
    const stop = await ask('Users/Balance', 1);
    expect(queryClient.getQueryState(['Users/Balance', {}])).toMatchObject({
      data: 'balance',
      dataUpdatedAt: TODAY,
    });
    expect(useKept.getState().away).toBe(false);
    stop();
    // What nobody looks at for ten minutes leaves the page.
    if (round === 1) queryClient.clear();
  }
});

test('behavior: a server that is away is told after the second lost question', async () => {
  await begin();
  const stop = await ask('Order/Detail', 1);
  expect(useKept.getState().away).toBe(true);
  stop();
  useKept.setState({ away: false });
  const seen: boolean[] = [];
  const unfollow = useKept.subscribe(({ away }) => seen.push(away));
  const stopAgain = await ask('Order/Counts', 2);
  expect(seen).toContain(true);
  unfollow();
  stopAgain();
});
