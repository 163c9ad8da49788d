// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';

test('behavior: deposits by bank are one press away', async () => {
  await openScreen('/pages/wallet/recharge/recharge', {});
  const way = screen.getByRole('link', { name: /By bank/ });
  expect(way.getAttribute('href')).toBe('#/pages/wallet/recharge/rechargeFiat');
});

test('behavior: deposits on chain are one press away, with the risk in sight', async () => {
  await openScreen('/pages/wallet/recharge/recharge', {});
  expect(screen.getByText(/Nothing here is guaranteed/)).toBeTruthy();
  const way = screen.getByRole('link', { name: /On chain/ });
  expect(way.getAttribute('href')).toBe('#/pages/wallet/recharge/rechargeChain');
});
