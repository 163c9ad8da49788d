// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Shell } from './shell.tsx';
import { openScreen } from './test-screen.tsx';

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
