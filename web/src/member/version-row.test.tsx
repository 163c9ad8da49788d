// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { applyUpdate, useUpdateReady } from '../platform/app-update.ts';
import { VersionRow } from './version-row.tsx';

vi.mock('../platform/app-update.ts', async (load) => ({
  ...(await load<object>()),
  applyUpdate: vi.fn(async () => undefined),
}));

beforeEach(() => vi.mocked(applyUpdate).mockClear());
afterEach(() => {
  sessionStorage.clear();
  useUpdateReady.setState({ ready: false });
});

type Update = 'none' | 'available' | 'required';
function openRow(update: Update, version: string) {
  const required = update === 'required' ? version : '1.0.0';
  const answers = { 'Ctrls/GetAppVersion': () => ({ version, required, update, build: '1', url: '' }) };
  const look = { screen: VersionRow, texts: ['member'] } as const;
  return openScreen('/pages/login/language', answers, look);
}

const button = () => screen.queryByRole('button', { name: 'Reload' });

test('behavior: the newest version asks for nothing', async () => {
  await openRow('none', '1.0.0');
  expect(await screen.findByText('1.0.0, up to date')).toBeTruthy();
  expect(button()).toBeNull();
  expect(applyUpdate).not.toHaveBeenCalled();
});

test('behavior: a build that waits on this device is taken on a tap, never by itself', async () => {
  useUpdateReady.setState({ ready: true });
  await openRow('none', '1.0.0');
  expect(await screen.findByText('1.0.0. An update is ready')).toBeTruthy();
  expect(applyUpdate).not.toHaveBeenCalled();
  fireEvent.click(button()!);
  expect(applyUpdate).toHaveBeenCalledTimes(1);
});

test.each(['available', 'required'] as const)(
  'refuses: a second reload for the same version (%s) that the first one did not bring',
  async (update) => {
    await openRow(update, '1.2.0');
    fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(applyUpdate).toHaveBeenCalledTimes(1);
    await openRow(update, '1.2.0');
    expect(await screen.findByText(/1\.2\.0 has not reached this device yet/)).toBeTruthy();
    expect(button()).toBeNull();
    await openRow(update, '1.3.0');
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy();
  },
);
