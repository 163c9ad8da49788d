// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';

test('refuses: what is not open yet says so and cannot be pressed', async () => {
  await openScreen('/pages/wallet/recharge/recharge', {});
  expect(screen.getByText('By bank')).toBeTruthy();
  expect(screen.getByText('Not open yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /By bank/ })).toBeNull();
});

test('behavior: deposits on chain are one press away, with the risk in sight', async () => {
  await openScreen('/pages/wallet/recharge/recharge', {});
  expect(screen.getByText(/Nothing here is guaranteed/)).toBeTruthy();
  const way = screen.getByRole('link', { name: /On chain/ });
  expect(way.getAttribute('href')).toBe('#/pages/wallet/recharge/rechargeChain');
});
