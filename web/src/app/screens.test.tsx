// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { act, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Route } from './route.ts';
import { fetchRoute } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { forgetScreen, screenOf } from './screens.ts';

vi.mock(import('./routes.ts'), async (original) => ({ ...(await original()), fetchRoute: vi.fn() }));

const slow = '/pages/test/slow';

function show(fetched: Promise<ComponentType>): void {
  const route: Route = { path: slow, access: 'open', title: 'titleHome', texts: [], screen: () => fetched };
  vi.mocked(fetchRoute).mockResolvedValue(route);
  const Screen = screenOf(slow);
  render(
    <ScreenBoundary path={slow}>
      <Suspense fallback={<p>coming</p>}>
        <Screen />
      </Suspense>
    </ScreenBoundary>,
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  forgetScreen(slow);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('refuses: to wait longer than 120 seconds for the code of a screen (specification §9)', async () => {
  show(new Promise(() => undefined));
  await pass(119_999);
  expect(screen.getByText('coming')).toBeTruthy();
  await pass(2);
  expect(screen.queryByText('coming')).toBeNull();
  expect(screen.getByRole('alert')).toBeTruthy();
});

test('behavior: code that comes just in time is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType>();
  show(promise);
  await pass(119_000);
  resolve(() => <p>here</p>);
  await pass(0);
  expect(screen.getByText('here')).toBeTruthy();
  await pass(60_000);
  expect(screen.getByText('here')).toBeTruthy();
});

function Leaving() {
  useEffect(
    () => () => {
      throw new Error('broke while it was left');
    },
    [],
  );
  return <p>here</p>;
}

test('behavior: a screen that breaks while it is left says so and offers to try again, and the page is not empty', () => {
  const App = ({ path }: { path: string }) => (
    <ScreenBoundary path="">
      <ScreenBoundary key={path} path={path}>
        {path === slow ? <Leaving /> : <p>next</p>}
      </ScreenBoundary>
    </ScreenBoundary>
  );
  const { rerender } = render(<App path={slow} />);
  rerender(<App path="/pages/test/next" />);
  expect(screen.getByRole('alert')).toBeTruthy();
  act(() => screen.getAllByRole('button').at(-1)?.click());
  expect(screen.getByText('next')).toBeTruthy();
});
