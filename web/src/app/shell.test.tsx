// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { push, replace } from '../platform/history.ts';
import { preloadOverlays } from '../ui/sheet.tsx';
import { Shell } from './shell.tsx';
import { openScreen, unanswered } from './test-screen.tsx';

vi.mock(import('../ui/sheet.tsx'), async (original) => {
  const real = await original();
  return { ...real, preloadOverlays: vi.fn(real.preloadOverlays) };
});
// Whole screens would still be coming when the test is over.
vi.mock(import('./screens.ts'), async (original) => ({
  ...(await original()),
  preloadScreen: async () => undefined,
}));

// The page is quiet as soon as it stands; `quiet` counts what was done then.
const idle = vi.hoisted(() => ({ quiet: 0 }));
vi.mock(import('../platform/idle.ts'), async (original) => ({
  ...(await original()),
  whenIdle: (work: () => void) => {
    const timer = setTimeout(() => {
      work();
      idle.quiet += 1;
    });
    return () => clearTimeout(timer);
  },
}));

const never = () => new Promise<never>(() => undefined);
vi.mock(import('../wallet/wallet-corner.tsx'), () => never());
vi.mock(import('../ui/toast-host.tsx'), () => never());

afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

/** What the browser says of the line. */
function setConnection(effectiveType: string): void {
  Object.defineProperty(navigator, 'connection', {
    value: Object.assign(new EventTarget(), { effectiveType }),
    configurable: true,
  });
}

const openShell = () =>
  openScreen('/pages/login/language', {}, { visitor: true, screen: Shell, texts: ['auth'] });

test('refuses: to take the focus from who types on the new page already; anybody else begins at its heading', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  const draw = async () => {
    for (const frame of frames.splice(0)) frame(0);
    await new Promise((done) => setTimeout(done));
  };
  await openShell();
  await act(async () => push('/pages/home/home'));
  await draw();
  expect(document.activeElement?.tagName).toBe('H1');
  const field = document.body.appendChild(document.createElement('input'));
  await act(async () => push('/pages/login/language'));
  field.focus();
  await draw();
  expect(document.activeElement).toBe(field);
  field.remove();
  vi.restoreAllMocks();
});

test('refuses: to leave who opens another part of a page in the middle of it; one that takes its place moves nothing', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue();
  await openShell();
  await act(async () => replace('/pages/login/language', { tab: 'two' }));
  expect(scrolled).not.toHaveBeenCalled();
  await act(async () => push('/pages/login/language', { id: 'rec_1' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  expect(scrolled).toHaveBeenCalledTimes(1);
  (document.activeElement as HTMLElement).blur();
  // The browser knows how far it was scrolled there.
  await act(async () => history.back());
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  expect(scrolled).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

test.each(['slow-2g', '2g', '3g'])('behavior: on %s a line says that it is slow', async (type) => {
  setConnection(type);
  await openShell();
  expect(await screen.findByText(/^Your connection is slow/)).toBeTruthy();
});

test('behavior: on a good line nothing is said', async () => {
  setConnection('4g');
  await openShell();
  expect((await screen.findAllByText('English')).length).toBeGreaterThan(0);
  expect(screen.queryByText(/^Your connection is slow/)).toBeNull();
});

test('behavior: once the page is quiet, the sheets of a member come, so that the first one opens without a network', async () => {
  await openScreen(
    '/pages/login/language',
    { 'Users/Info': () => unanswered },
    { screen: Shell, texts: ['auth'] },
  );
  vi.mocked(preloadOverlays).mockClear();
  await vi.waitFor(() => expect(preloadOverlays).toHaveBeenCalledTimes(1), { timeout: 5000 });
});

test('behavior: what comes beside the screen holds nothing up, and no letter of what is typed, while its code is on its way', async () => {
  setConnection('4g');
  idle.quiet = 0;
  await openShell();
  // Then all that stands beside the screen has been asked for.
  await vi.waitFor(() => expect(idle.quiet).toBeGreaterThan(0));
  setConnection('2g');
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(/^Your connection is slow/)).toBeTruthy();
  expect(screen.getAllByText('English').length).toBeGreaterThan(0);
});
