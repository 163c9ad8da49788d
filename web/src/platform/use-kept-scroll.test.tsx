// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useKeptScroll } from './use-kept-scroll.ts';

let height = 0;
const scrolled: number[] = [];

function List(props: Parameters<typeof useKeptScroll>[0]) {
  useKeptScroll(props);
  return null;
}

const whole = { ready: true, hasMore: false, isFetching: false, onMore: () => undefined };
const frame = () => vi.advanceTimersByTimeAsync(20);

beforeEach(() => {
  vi.useFakeTimers();
  scrolled.length = 0;
  height = 5000;
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.spyOn(window, 'scrollTo').mockImplementation(((_left: number, top: number) =>
    scrolled.push(top)) as never);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => clearTimeout(id));
  history.replaceState({ depth: 1 }, '', '#/list');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const scrollTo = (top: number) => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top);
  fireEvent.scroll(window);
};

test('refuses: the place of another list, whose entry was taken over', async () => {
  history.replaceState({ scroll: { at: '#/other', top: 900 } }, '', '#/list');
  render(<List {...whole} />);
  await frame();
  expect(scrolled).toEqual([]);
});

test('behavior: back leads to where one was, beside what the entry knew before', async () => {
  const { unmount } = render(<List {...whole} />);
  scrollTo(1200);
  fireEvent.click(document.body);
  unmount();
  expect(history.state).toEqual({ depth: 1, scroll: { at: '#/list', top: 1200 } });
  render(<List {...whole} />);
  await frame();
  expect(scrolled).toEqual([1200]);
});

test('behavior: pages that are gone since are asked for until the place is reached', async () => {
  history.replaceState({ scroll: { at: '#/list', top: 3000 } }, '', '#/list');
  height = 1000;
  const onMore = vi.fn();
  const { rerender } = render(<List {...whole} hasMore onMore={onMore} />);
  await frame();
  expect(onMore).toHaveBeenCalledTimes(1);
  rerender(<List {...whole} hasMore isFetching onMore={onMore} />);
  await frame();
  expect(onMore).toHaveBeenCalledTimes(1);
  height = 5000;
  rerender(<List {...whole} hasMore onMore={onMore} />);
  await frame();
  expect(scrolled.at(-1)).toBe(3000);
  expect(onMore).toHaveBeenCalledTimes(1);
});

test('behavior: who scrolls by hand meanwhile is not pulled back', async () => {
  history.replaceState({ scroll: { at: '#/list', top: 3000 } }, '', '#/list');
  const { rerender } = render(<List {...whole} ready={false} />);
  fireEvent.wheel(window);
  rerender(<List {...whole} />);
  await frame();
  expect(scrolled).toEqual([]);
});

test('behavior: the place is kept once the scrolling rests', async () => {
  render(<List {...whole} />);
  for (const top of [100, 200, 300]) scrollTo(top);
  expect((history.state as { scroll?: unknown }).scroll).toBeUndefined();
  await vi.advanceTimersByTimeAsync(250);
  expect(history.state).toMatchObject({ scroll: { top: 300 } });
});
