// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { act, Suspense, useEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Welcome } from '../home/welcome.tsx';
import { MailCodeDigits } from '../parts/mail-code-field.tsx';
import { loadTexts } from '../platform/i18n.ts';
import { keepInviteCode } from '../platform/storage.ts';
import { Dialog } from '../ui/sheet.tsx';
import type { Route } from './route.ts';
import { fetchRoute } from './routes.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { forgetScreen, screenOf } from './screens.ts';

vi.mock(import('./routes.ts'), async (original) => ({ ...(await original()), fetchRoute: vi.fn() }));
// Files that cannot be fetched.
const gone = vi.hoisted(() => () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock(import('../ui/dialog-panel.tsx'), gone);
vi.mock(import('../ui/countdown.tsx'), gone);
vi.mock(import('../home/invited-by.tsx'), gone);

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

const drawInside = (part: ReactNode) =>
  act(async () => render(<ScreenBoundary path={slow}>{part}</ScreenBoundary>));

/** A server that answers, and how often the page was fetched anew. */
function watchReload() {
  const answer = { success: true, code: 'ok', msg: '', data: { now: Date.now(), zone: 'UTC' } };
  vi.stubGlobal('fetch', async () => Response.json(answer));
  return vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
}

let time = Date.now();
beforeEach(() => {
  // Long after the test before: the page is fetched anew once in a while only.
  vi.useFakeTimers({ now: (time += 300_000) });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  forgetScreen(slow);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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

test('behavior: a screen one of whose parts could not be fetched says so, and the page is fetched anew', async () => {
  await loadTexts(['app']);
  const reload = watchReload();
  await drawInside(
    <Dialog open onClose={() => undefined} title="Sure?">
      To be sure
    </Dialog>,
  );
  await pass(500);
  expect(screen.getByText('This could not be loaded')).toBeTruthy();
  expect(screen.queryByText(/An error occurred/)).toBeNull();
  await pass(1_500);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('behavior: what a screen can do without takes no screen along when it could not be fetched', async () => {
  await loadTexts(['app', 'home']);
  const reload = watchReload();
  keepInviteCode('LAKE2345');
  await drawInside(<Welcome />);
  await pass(1_000);
  expect(screen.getByRole('heading', { name: 'Send, receive and keep stablecoins' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  await pass(6_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('behavior: without the code that counts down, another code can be asked for at once', async () => {
  await loadTexts(['app']);
  const ready = vi.fn();
  const sending = {
    sentTo: 'ines@example.com',
    againAt: Date.now() + 60_000,
    error: undefined,
    busy: false,
    length: 6,
    send: () => Promise.resolve(true),
    ready,
  };
  await drawInside(
    <MailCodeDigits email="ines@example.com" value="" onChange={() => undefined} sending={sending} />,
  );
  await pass(1_000);
  expect(screen.getByText(/ines@example.com/)).toBeTruthy();
  expect(ready).toHaveBeenCalled();
});
