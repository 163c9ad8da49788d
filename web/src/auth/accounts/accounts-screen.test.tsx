// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openScreen, Refused } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { currentLocation } from '../../platform/history.ts';
import { askAs } from '../../platform/other-session.ts';
import { currentToken, useSessionStore } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { currentToasts } from '../../ui/toast-store.ts';
import { canKeepAccounts } from './kept-accounts.ts';
import type { KeptAccount } from './kept-accounts.ts';

const stored = vi.hoisted(() => ({ text: undefined as string | undefined }));
vi.mock('../../platform/sealed-text.ts', () => ({
  sealedText: () => ({
    read: () => Promise.resolve(stored.text),
    write: (text: string) => {
      stored.text = text;
      return Promise.resolve();
    },
    drop: () => {
      stored.text = undefined;
      return Promise.resolve();
    },
  }),
}));
vi.mock('../../platform/other-session.ts', () => ({ askAs: vi.fn() }));

const path = '/pages/login/accounts';
const harbour: KeptAccount = {
  userid: 'mem_9',
  nickname: 'Harbour',
  avatar: '',
  invitationcode: 'ZB5KZ1',
  token: 'harbour token',
  acting: false,
};
const me = { 'Users/Info': () => memberInfo };
const keptNow = () => JSON.parse(stored.text ?? '[]') as KeptAccount[];

beforeEach(() => {
  vi.stubGlobal('indexedDB', {});
  stored.text = JSON.stringify([harbour]);
  vi.mocked(askAs).mockResolvedValue({ success: true, msg: '', code: 'ok' });
});

test('refuses: an account whose session has ended goes off the list, and the one that acts stays', async () => {
  vi.mocked(askAs).mockResolvedValue({ success: false, msg: '', code: 'notlogin' });
  await openScreen(path, me);
  const before = currentToken();
  fireEvent.click(await screen.findByRole('button', { name: /^Harbour/ }));
  await waitFor(() => expect(keptNow()).toEqual([]));
  expect(currentToken()).toBe(before);
});

test('behavior: a server that is busy forgets no account: neither the one that is asked about nor the one that acts', async () => {
  vi.mocked(askAs).mockResolvedValue({ success: false, msg: 'Too much to do.', code: 'unavailable' });
  const busy = new Refused('request.unavailable', 'Still too much to do.');
  let isBusy = false;
  await openScreen(path, {
    'Users/Info': () => {
      if (isBusy) throw busy;
      return memberInfo;
    },
  });
  const before = currentToken();
  fireEvent.click(await screen.findByRole('button', { name: /^Harbour/ }));
  const told = () => currentToasts().map(({ text }) => text);
  await waitFor(() => expect(told()).toContain('Too much to do.'));
  expect(keptNow()).toEqual([harbour]);
  vi.mocked(askAs).mockResolvedValue({ success: true, msg: '', code: 'ok' });
  isBusy = true;
  fireEvent.click(screen.getByRole('button', { name: /^Harbour/ }));
  await waitFor(() => expect(told()).toContain('Still too much to do.'));
  expect(currentToken()).toBe(before);
  expect(keptNow()).toEqual([harbour]);
});

test('refuses: one more than the device keeps: none of them goes without a word', async () => {
  stored.text = JSON.stringify(
    Array.from({ length: 10 }, (_, at) => ({ ...harbour, userid: `mem_${10 + at}` })),
  );
  await openScreen(path, me);
  const full = await screen.findByRole('button', { name: 'No more than 10 others. Remove one first.' });
  const before = currentToken();
  fireEvent.click(full);
  expect(currentToken()).toBe(before);
  expect(keptNow()).toHaveLength(10);
});

test('behavior: from the login a kept account goes on where one wanted to go, as the sub-account it is', async () => {
  writeStored('user.kept', '1');
  stored.text = JSON.stringify([{ ...harbour, acting: true }]);
  await openScreen('/pages/login/login', {}, { visitor: true });
  writeStored('general.wantedPath', '/pages/wallet/transfer/transferChain?target=6MVGA1');
  fireEvent.click(await screen.findByRole('button', { name: /^Harbour/ }));
  await waitFor(() => expect(currentToken()).toBe('harbour token'));
  expect(useSessionStore.getState().acting).toBe(true);
  expect(currentLocation()).toEqual({
    path: '/pages/wallet/transfer/transferChain',
    query: { target: '6MVGA1' },
  });
});

test('behavior: switching goes on as the other, and keeps the one that was left', async () => {
  await openScreen(path, me);
  const before = currentToken();
  fireEvent.click(await screen.findByRole('button', { name: /^Harbour/ }));
  await waitFor(() => expect(currentToken()).toBe('harbour token'));
  expect(keptNow()).toMatchObject([{ userid: 'mem_1', nickname: 'Heron', token: before }]);
  expect(readStored('user.kept')).toBe('1');
});

test('behavior: another one is added beside the one that acts, which stays logged in', async () => {
  expect(canKeepAccounts()).toBe(true);
  await openScreen(path, me);
  const before = currentToken();
  fireEvent.click(await screen.findByRole('button', { name: 'Add another account' }));
  await waitFor(() => expect(currentToken()).toBeUndefined());
  expect(keptNow().map(({ token }) => token)).toEqual([before, 'harbour token']);
  expect(vi.mocked(askAs)).not.toHaveBeenCalledWith(before, 'Users/Logout');
});

test('behavior: removing asks first, ends that session, and nothing is kept any more', async () => {
  await openScreen(path, me);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Remove Harbour from this device?')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(stored.text).toBeUndefined());
  expect(vi.mocked(askAs)).toHaveBeenCalledWith('harbour token', 'Users/Logout');
  expect(readStored('user.kept')).toBeUndefined();
});
