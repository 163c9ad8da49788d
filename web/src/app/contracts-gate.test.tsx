// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { withContracts } from './contracts-gate.tsx';
import { config, openScreen } from './test-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const address = `0x${'1'.repeat(40)}`;
const Gated = withContracts(() => <p>the screen</p>, ['usdt', 'swapDesk']);
const published = (map: Record<string, string>) => () => ({
  list: config.map((row) => (row.idx === 'chain.contracts' ? { ...row, val: JSON.stringify(map) } : row)),
});

test('refuses: a screen whose contract is not published, and leads to the environment check', async () => {
  const path = '/pages/swap/swap/swap';
  await openScreen(path, { 'Ctrls/GetConfig': published({ usdt: address }) }, { screen: Gated });
  await expect.poll(() => location.hash).toBe('#/pages/pres');
  expect(screen.queryByText('the screen')).toBeNull();
});

test('behavior: with every contract the screen is there', async () => {
  const path = '/pages/swap/swap/swap';
  const map = { usdt: address, swapDesk: address };
  await openScreen(path, { 'Ctrls/GetConfig': published(map) }, { screen: Gated });
  expect(screen.getByText('the screen')).toBeTruthy();
  expect(location.hash).toBe(`#${path}`);
});
