// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { currentToasts } from '../../ui/toast-store.ts';
import { ask } from './ask.ts';
import { passkeysWork } from './passkeys-work.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const path = '/pages/mine/safety/passkeys';
const one = { id: 'psk_1', name: 'My phone', made: '2026-11-20T10:00:00.000Z', lastused: null };
const filled: Answers = {
  'Users/Info': () => memberInfo,
  'Users/Passkeys': () => ({ list: [one] }),
};

test('refuses: to add one while the account is frozen, with the way to unfreeze it; what is there can go', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const frozen = () => ({ ...memberInfo, frozen: true });
  await openScreen(path, { ...filled, 'Users/Info': frozen });
  const way = await screen.findByRole('link', { name: 'Security' });
  expect(way.getAttribute('href')).toBe('#/pages/mine/safety/safety');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  expect(screen.queryByText(/This browser cannot make passkeys here/)).toBeNull();
  fireEvent.click(await screen.findByText('My phone'));
  expect(await screen.findByRole('button', { name: 'Remove passkey' })).toBeDefined();
});

test('behavior: loading, an error that can be tried again, none yet, and a browser that cannot', async () => {
  await openScreen(path, { 'Users/Info': () => unanswered, 'Users/Passkeys': () => unanswered });
  expect(screen.getByText('Loading')).toBeDefined();
  cleanup();
  const fail = () => {
    throw new Refused('request.unavailable', 'Try again later.');
  };
  await openScreen(path, { ...filled, 'Users/Passkeys': fail });
  expect(await screen.findByText('Try again later.')).toBeDefined();
  cleanup();
  await openScreen(path, { ...filled, 'Users/Passkeys': () => ({ list: [] }) });
  expect(await screen.findByText('No passkey yet.')).toBeDefined();
  expect(screen.getByText(/This browser cannot make passkeys here/)).toBeDefined();
});

test('behavior: one is renamed, and removed once the server has its second factor', async () => {
  let tries = 0;
  const { asked } = await openScreen(path, {
    ...filled,
    'Users/PasskeyRename': () => undefined,
    'Users/PasskeyRemove': () => {
      tries += 1;
      if (tries === 1) throw new Refused('auth.needtotp', 'Enter the code.');
      return undefined;
    },
  });
  fireEvent.click(await screen.findByText('My phone'));
  // An entry of its own: back leads to the list.
  const save = await screen.findByRole('button', { name: 'Save name' });
  expect(location.hash).toBe(`#${path}?id=psk_1`);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Blue key ' } });
  fireEvent.click(save);
  await waitFor(() =>
    expect(asked.find((call) => call.path === 'Users/PasskeyRename')?.input).toEqual({
      id: 'psk_1',
      name: 'Blue key',
    }),
  );
  fireEvent.click(await screen.findByText('My phone'));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove passkey' }));
  const field = await screen.findByLabelText('Code from your authenticator app');
  fireEvent.change(field, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove passkey' }));
  await waitFor(() => expect(tries).toBe(2));
  expect(asked.filter((call) => call.path === 'Users/PasskeyRemove').at(-1)?.input).toEqual({
    id: 'psk_1',
    totp: '123456',
  });
});

test('refuses: to lead away from where one has gone by the answer of a form that was left', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { asked } = await openScreen(path, { ...filled, 'Users/PasskeyRename': () => promise });
  fireEvent.click(await screen.findByText('My phone'));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Blue key' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save name' }));
  await waitFor(() => expect(asked.some((call) => call.path === 'Users/PasskeyRename')).toBe(true));
  cleanup();
  await openScreen('/pages/login/language', filled);
  resolve(undefined);
  await waitFor(() => expect(currentToasts().some(({ tone }) => tone === 'good')).toBe(true));
  await new Promise((done) => setTimeout(done, 50));
  expect(location.hash).toBe('#/pages/login/language');
});

test('behavior: hidden at an address and where the browser knows no passkeys; turned down is no error', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  for (const [hostname, works] of [
    ['app.example.org', true],
    ['localhost', true],
    ['127.0.0.1', false],
    ['[::1]', false],
  ] as const) {
    vi.stubGlobal('location', { hostname });
    expect([hostname, passkeysWork()]).toEqual([hostname, works]);
  }
  const refused = () => Promise.reject(Object.assign(new Error('no'), { name: 'NotAllowedError' }));
  expect(await ask(refused)).toBeUndefined();
});
