// @vitest-environment happy-dom
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { moveAnswer } from './move-answer.ts';
import { queryClient } from './query.ts';

const queryKey = ['list'];
const underWay: ((answer: string[]) => void)[] = [];
const ask = () => new Promise<string[]>((resolve) => underWay.push(resolve));
const answer = async (at: number, rows: string[]) => {
  await vi.waitFor(() => expect(underWay.length).toBeGreaterThan(at));
  underWay[at]?.(rows);
};
const add = (row: string) => (known: string[]) => (known.includes(row) ? known : [row, ...known]);
let unfollow: () => void = () => undefined;

afterEach(() => {
  unfollow();
  queryClient.clear();
  underWay.length = 0;
});

test('behavior: a push that comes before the first answer, which was given before it, is not lost', async () => {
  unfollow = new QueryObserver(queryClient, { queryKey, queryFn: ask }).subscribe(() => undefined);
  moveAnswer(queryKey, add('b'));
  moveAnswer(queryKey, add('c'));
  await answer(0, ['a']);
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toEqual(['c', 'b', 'a']));
});

test('behavior: a later answer that was given before a push does not take it back', async () => {
  unfollow = new QueryObserver(queryClient, { queryKey, queryFn: ask }).subscribe(() => undefined);
  await answer(0, ['a']);
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toEqual(['a']));
  void queryClient.refetchQueries({ queryKey });
  moveAnswer(queryKey, add('b'));
  expect(queryClient.getQueryData(queryKey)).toEqual(['b', 'a']);
  await answer(1, ['a']);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(queryClient.getQueryData(queryKey)).toEqual(['b', 'a']);
});

test('behavior: a page that is added does not take back what a push said of the others meanwhile', async () => {
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn: ask,
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => pages.length,
  });
  unfollow = list.subscribe(() => undefined);
  await answer(0, ['b']);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  void list.fetchNextPage();
  moveAnswer<{ pages: string[][]; pageParams: number[] }>(queryKey, (known) => ({
    ...known,
    pages: [add('c')(known.pages[0] ?? []), ...known.pages.slice(1)],
  }));
  await answer(1, ['a']);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ pages: [['c', 'b'], ['a']] });
});

test('behavior: nothing is made of a push where nobody has asked', () => {
  moveAnswer(queryKey, add('a'));
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
});

test('behavior: a copy that nobody shows is not moved but old, so that who shows it next asks for all that it lacks', async () => {
  queryClient.setQueryData(queryKey, ['a']);
  moveAnswer(queryKey, add('b'));
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ data: ['a'], isInvalidated: true });
  unfollow = new QueryObserver(queryClient, { queryKey, queryFn: ask }).subscribe(() => undefined);
  await answer(0, ['c', 'b', 'a']);
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toEqual(['c', 'b', 'a']));
});

test('behavior: what is read ahead while a push comes is old when it is there', async () => {
  const read = queryClient.prefetchQuery({ queryKey, queryFn: ask });
  moveAnswer(queryKey, add('b'));
  await answer(0, ['a']);
  await read;
  await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true));
});

test('behavior: a push that says nothing new makes nothing new, and none takes away that a copy is old', async () => {
  unfollow = new QueryObserver(queryClient, { queryKey, queryFn: ask }).subscribe(() => undefined);
  await answer(0, ['a']);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  queryClient.setQueryData(queryKey, ['a'], { updatedAt: 1 });
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  moveAnswer(queryKey, add('a'));
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: 1, isInvalidated: true });
  moveAnswer(queryKey, add('b'));
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ data: ['b', 'a'], isInvalidated: true });
});
