// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import { applyUpdate } from '../platform/app-update.ts';
import { receivePush } from '../platform/live.ts';
import { settingPushes } from '../setting/pushes.ts';
import { UpdateNeeded } from './update-needed.tsx';

vi.mock('../platform/app-update.ts', async (load) => ({
  ...(await load<object>()),
  applyUpdate: vi.fn(async () => undefined),
}));

beforeEach(() => {
  vi.mocked(applyUpdate).mockReset().mockResolvedValue(undefined);
});
afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

type Update = 'none' | 'available' | 'required';
const answer = (update: Update, url = '') => ({
  version: '1.3.0',
  required: update === 'required' ? '1.2.0' : '1.0.0',
  update,
  build: '1',
  url,
});
function open(answers: object) {
  const look = { screen: UpdateNeeded, texts: ['guard'] } as const;
  return openScreen('/pages/login/language', answers, look);
}
const inside = (agent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);

test('refuses: to ask where the version still works, or where this tab was reloaded for it already', async () => {
  const { asked } = await open({ 'Ctrls/GetAppVersion': answer('available') });
  await waitFor(() => expect(asked.some(({ path }) => path === 'Ctrls/GetAppVersion')).toBe(true));
  expect(screen.queryByText('A newer version is needed')).toBeNull();
  sessionStorage.setItem('openmere.reloadedFor', '1.2.0');
  await open({ 'Ctrls/GetAppVersion': answer('required') });
  expect(screen.queryByText('A newer version is needed')).toBeNull();
});

test('behavior: a page that is too old is reloaded once, on a tap, and can go on without', async () => {
  const { asked } = await open({ 'Ctrls/GetAppVersion': answer('required') });
  expect(await screen.findByText(/You have 1\.0\.0; 1\.2\.0 is needed/)).toBeTruthy();
  expect(asked.find(({ path }) => path === 'Ctrls/GetAppVersion')?.input).toEqual({
    platform: 'web',
    version: '1.0.0',
  });
  expect(applyUpdate).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(applyUpdate).toHaveBeenCalledTimes(1);
  expect(sessionStorage.getItem('openmere.reloadedFor')).toBe('1.2.0');
  fireEvent.click(screen.getByRole('button', { name: 'Later' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull());
});

test('behavior: a page reloads exactly once for a version: not twice by two taps, not again after it is back', async () => {
  let reload: (value?: undefined) => void = () => undefined;
  vi.mocked(applyUpdate).mockImplementation(() => new Promise((resolve) => (reload = resolve)));
  await open({ 'Ctrls/GetAppVersion': answer('required') });
  const button = await screen.findByRole('button', { name: 'Reload' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(applyUpdate).toHaveBeenCalledTimes(1);
  await act(async () => reload());
  // The tab is back; what is published is not on this server yet.
  const { asked } = await open({ 'Ctrls/GetAppVersion': answer('required') });
  await waitFor(() => expect(asked.some(({ path }) => path === 'Ctrls/GetAppVersion')).toBe(true));
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  expect(applyUpdate).toHaveBeenCalledTimes(1);
});

test('behavior: on iOS the App Store has it', async () => {
  inside('Mozilla/5.0 (iPhone) Openmere/1.1.0 (ios)');
  const url = 'https://apps.apple.com/app/id1';
  const { asked } = await open({ 'Ctrls/GetAppVersion': answer('required', url) });
  expect(
    await screen.findByText(/You have 1\.1\.0; 1\.3\.0 .* Please go to the App Store to update\./),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the App Store' }).getAttribute('href')).toBe(url);
  expect(asked.find(({ path }) => path === 'Ctrls/GetAppVersion')?.input).toEqual({
    platform: 'ios',
    version: '1.1.0',
  });
});

test('behavior: on Android the package comes with its hash; one that could not be installed says code and message', async () => {
  inside('Mozilla/5.0 (Linux; Android 15) Openmere/1.1.0 (android)');
  const url = 'https://openmere.example/openmere.apk';
  const sha256 = 'ab'.repeat(32);
  await open({
    'Ctrls/GetAppVersion': answer('required', url),
    'Ctrls/GetAllApkVersion': [{ version: '1.3.0', url, sha256 }],
  });
  expect((await screen.findByRole('link', { name: 'Download 1.3.0' })).getAttribute('href')).toBe(url);
  expect(screen.getByText(sha256)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Later' }));
  await waitFor(() => expect(screen.queryByText(sha256)).toBeNull());
  act(() => {
    const detail = { code: 'INSTALL_FAILED_INSUFFICIENT_STORAGE', message: 'Not enough storage' };
    dispatchEvent(new CustomEvent('apkfailure', { detail }));
  });
  expect(await screen.findByText('The package could not be installed')).toBeTruthy();
  expect(screen.getByText('Not enough storage (code INSTALL_FAILED_INSUFFICIENT_STORAGE)')).toBeTruthy();
});

test('behavior: another version that is told of is asked for, not by all apps in one second', async () => {
  let update: Update = 'none';
  const { asked } = await open({ 'Ctrls/GetAppVersion': () => answer(update) });
  await waitFor(() => expect(asked.some(({ path }) => path === 'Ctrls/GetAppVersion')).toBe(true));
  update = 'required';
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const later = vi.spyOn(globalThis, 'setTimeout');
  receivePush(settingPushes as never, { type: 'version', data: { version: '1.3.0', required: '1.2.0' } });
  const [refreshing] = later.mock.calls.find(([, wait]) => wait === 2_000) ?? [];
  later.mockRestore();
  expect(screen.queryByText('A newer version is needed')).toBeNull();
  await act(async () => refreshing?.());
  expect(await screen.findByText('A newer version is needed')).toBeTruthy();
});
