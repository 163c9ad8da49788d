// @vitest-environment happy-dom
import { operatorRoles } from '@openmere/core/kit/call.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { mayCall } from '../platform/access.ts';
import { goTo, usePath } from '../platform/address.ts';
import { serveTest } from '../platform/test-server.ts';
import { t } from '../platform/texts.ts';
import { Navigation } from './navigation.tsx';
import { routes } from './routes.ts';
import { Guarded, Screens, Start } from './shell.tsx';
import { drawScreen } from './test-screen.tsx';

// One file that cannot be fetched, and one whose screen breaks when it is drawn.
vi.mock(import('../operator/audit-screen.tsx'), () => Promise.reject(new TypeError('Failed to fetch')));
const health = vi.hoisted(() => ({ isBroken: false }));
vi.mock(import('../operator/health-screen.tsx'), () => ({
  HealthScreen: () => {
    if (health.isBroken) throw new Error('a mistake');
    return <p>All well</p>;
  },
}));

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function serve(role: OperatorRole): void {
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Queues': () => ({
      list: [
        { name: 'withdrawals', waiting: 3, oldest: new Date(Date.now() - 2 * 3_600_000).toISOString() },
        { name: 'halts', waiting: 0, oldest: null },
      ],
    }),
  });
}

test.each(operatorRoles)('refuses: to show the role %s a page that it may not read', async (role) => {
  serve(role);
  drawScreen(<Navigation />);
  await screen.findByText('Health');
  const shown = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  const allowed = routes
    .filter(({ reads, group }) => group !== undefined && mayCall(role, reads))
    .map(({ path }) => `#${path}`);
  expect(new Set(shown)).toEqual(new Set(allowed));
});

test.each([
  ['admin', '#/withdrawals'],
  ['support', '#/withdrawals'],
  ['content', '#/proposals'],
] as const)('behavior: the role %s lands on %s, the first page that it may read', async (role, path) => {
  serve(role);
  drawScreen(<Start />);
  await waitFor(() => expect(location.hash).toBe(path));
});

test('behavior: who chose a page while the role was asked for stays on it', async () => {
  serve('admin');
  drawScreen(
    <>
      <Start />
      <Navigation />
    </>,
  );
  // Nothing is told of it: the address changes before the event about it comes.
  history.replaceState(null, '', '#/audit');
  await screen.findByText('Health');
  expect(location.hash).toBe('#/audit');
});

test('behavior: who goes from one unknown address to another lands on the first page that they may read', async () => {
  serve('content');
  location.hash = '#/nowhere';
  drawScreen(
    <Router hook={usePath}>
      <Screens />
    </Router>,
  );
  act(() => goTo('/elsewhere'));
  await waitFor(() => expect(location.hash).toBe('#/proposals'));
});

test('refuses: a page by its address alone', async () => {
  serve('support');
  const forbidden = routes.filter(({ reads }) => !mayCall('support', reads));
  expect(forbidden.length).toBeGreaterThan(0);
  for (const route of forbidden) {
    drawScreen(<Guarded route={route} />);
    expect(await screen.findByText('Your role (support) has no right to read this page.')).toBeDefined();
    expect(screen.getByRole('heading', { name: t(route.title) })).toBeDefined();
    cleanup();
  }
});

test('behavior: a queue says how much waits and how long the oldest has', async () => {
  serve('risk');
  drawScreen(<Navigation />);
  const link = await screen.findByRole('link', { name: /^Withdrawals 3/ });
  expect(link.textContent).toContain('2h');
  expect(screen.getByRole('link', { name: 'Payout halts' })).toBeDefined();
});

function drawFrame(): void {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serve('admin');
  drawScreen(
    <Router hook={usePath}>
      <Navigation />
      <Screens />
    </Router>,
  );
}

test('behavior: a page whose file cannot be fetched says so and offers to load anew; the menu leads on', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  location.hash = '#/audit';
  drawFrame();
  expect((await screen.findByRole('alert')).textContent).toContain(t('screenMissing'));
  fireEvent.click(screen.getByRole('button', { name: t('loadAnew') }));
  expect(reload).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('link', { name: t('health') }));
  expect(await screen.findByText('All well')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('behavior: a page that breaks says so and can be tried again; the menu stays', async () => {
  health.isBroken = true;
  location.hash = '#/health';
  drawFrame();
  expect((await screen.findByRole('alert')).textContent).toContain(t('screenBroken'));
  expect(screen.getByRole('link', { name: t('health') })).toBeDefined();
  health.isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: t('tryAgain') }));
  expect(await screen.findByText('All well')).toBeDefined();
});

test('behavior: while the server does not say who is logged in the page says so, and is there as soon as it does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  location.hash = '#/health';
  drawScreen(
    <Router hook={usePath}>
      <Screens />
    </Router>,
  );
  await vi.waitFor(() => expect(screen.getByText(t('meFailed'))).toBeDefined());
  serve('admin');
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  expect(await screen.findByText('All well')).toBeDefined();
});
