// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { testList } from '../../app/test-list.tsx';
import { openScreen } from '../../app/test-screen.tsx';

afterEach(cleanup);
const row = {
  id: '7',
  time: '2026-11-20T10:00:00.000Z',
  kind: 'password',
  stopped: false,
  isnew: true,
  device: 'Mozilla/5.0 (iPhone) Safari/605',
  ip: '192.0.2.7',
  country: 'SG',
} as const;
const path = '/pages/mine/safety/logins';

testList({ path, call: 'Users/Logins', row, shown: 'New device', empty: 'No logins yet' });

test('behavior: one that stopped says why, and leads to the password', async () => {
  await openScreen(path, { 'Users/Logins': () => ({ list: [{ ...row, stopped: true }] }) });
  const link = await screen.findByRole('link', { name: /Password.*Stopped/s });
  expect(link.getAttribute('href')).toBe('#/pages/mine/setPwd/setPwd');
  expect(link.textContent).toContain('Not you? Change your password.');
  expect(link.textContent).toContain('Singapore, 192.0.2.7');
});
