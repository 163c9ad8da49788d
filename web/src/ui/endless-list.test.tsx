// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EndlessList } from './endless-list.tsx';
import { ListRow } from './list.tsx';

let reachEnd: (() => void) | undefined;

class ScriptedObserver {
  readonly #seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen;
  }
  observe() {
    reachEnd = () =>
      this.#seen(
        [{ isIntersecting: true } as IntersectionObserverEntry],
        this as unknown as IntersectionObserver,
      );
  }
  disconnect() {
    reachEnd = undefined;
  }
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', ScriptedObserver));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, day: at < 2 ? 'Today' : 'Yesterday' }));

function list(
  count: number,
  onMore: () => Promise<unknown>,
  more: { hasMore?: boolean; errorText?: string } = {},
) {
  return (
    <EndlessList
      label="Records"
      items={rows(count)}
      keyOf={(row) => row.id}
      headOf={(row) => row.day}
      hasMore={more.hasMore ?? true}
      onMore={onMore}
      moreLabel="Show more"
      errorText={more.errorText}
      endNote="That is all"
    >
      {(row) => <ListRow title={row.id} />}
    </EndlessList>
  );
}

test('refuses: to ask for the next page twice, or by itself after a failure', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onMore = vi.fn(() => promise);
  const view = render(list(3, onMore));
  await act(async () => {
    reachEnd?.();
    reachEnd?.();
  });
  expect(onMore).toHaveBeenCalledTimes(1);
  await act(async () => resolve());
  view.rerender(list(3, onMore, { errorText: 'Could not load' }));
  expect(reachEnd).toBeUndefined();
  expect(screen.getByRole('alert').textContent).toBe('Could not load');
});

test('behavior: rows stand under their date, and the end loads the next page', async () => {
  const onMore = vi.fn(async () => undefined);
  const view = render(list(3, onMore));
  expect(screen.getAllByRole('heading').map((head) => head.textContent)).toEqual(['Today', 'Yesterday']);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await act(async () => reachEnd?.());
  view.rerender(list(5, onMore));
  await act(async () => reachEnd?.());
  expect(onMore).toHaveBeenCalledTimes(2);
});

test('behavior: the button loads for keyboard and screen reader, and the end says so', async () => {
  const onMore = vi.fn(async () => undefined);
  const view = render(list(3, onMore));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Show more' })));
  expect(onMore).toHaveBeenCalledTimes(1);
  view.rerender(list(5, onMore, { hasMore: false }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('That is all')).toBeTruthy();
});
