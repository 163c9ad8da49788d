// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { unanswered, Refused, openScreen } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { useSessionStore } from '../platform/session.ts';
import { memberInfo, ownAccounts } from './test-member.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const version: Answers = {
  'Ctrls/GetAppVersion': () => ({ version: '1.0.0', required: '1.0.0', update: 'none', build: '1', url: '' }),
};
const filled: Answers = {
  ...version,
  'Users/Info': () => memberInfo,
  'Users/myaccount': () => ownAccounts,
};
const screens = [
  '/pages/mine/mine',
  '/pages/mine/account/account',
  '/pages/mine/userInfo/userInfo',
  '/pages/mine/blind/blind',
];

test.each(screens)('behavior: %s while loading, and when it fails', async (path) => {
  await openScreen(path, { ...filled, 'Users/Info': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
  let broken = true;
  await openScreen(path, {
    ...filled,
    'Users/Info': () => {
      if (broken) throw new Refused('request.unavailable', 'Try again later.');
      return memberInfo;
    },
  });
  expect(await screen.findByText('Try again later.')).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Try again later.')).toBeNull());
});

test('refuses: a nickname that pretends to be the house, without asking the server', async () => {
  const { asked } = await openScreen('/pages/mine/userInfo/userInfo', filled);
  fireEvent.change(await screen.findByLabelText('Nickname'), { target: { value: 'Openmere Support' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Choose another nickname/)).toBeTruthy();
  expect(asked.some((one) => one.path === 'Users/SetNicknameHeadpic')).toBe(false);
});

test('behavior: one’s picture is taken off by name', async () => {
  const { asked } = await openScreen('/pages/mine/userInfo/userInfo', {
    ...filled,
    'Users/Info': () => ({ ...memberInfo, avatar: '/files/abcdefgh12.webp' }),
    'Users/SetNicknameHeadpic': () => undefined,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Users/SetNicknameHeadpic')?.input).toEqual({
      clear: ['headpic'],
    }),
  );
});

test('behavior: the country is asked again by name, because it is for good', async () => {
  const { asked } = await openScreen('/pages/mine/userInfo/userInfo', {
    'Users/Info': () => ({ ...memberInfo, country: null }),
    'Users/BindCountry': () => undefined,
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Country or region/ }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.change(sheet.getByRole('searchbox'), { target: { value: 'ES' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Spain' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Declare Spain' }));
  expect(await screen.findByText('Declare Spain permanently?')).toBeTruthy();
  expect(asked.some((one) => one.path === 'Users/BindCountry')).toBe(false);
  fireEvent.click(screen.getAllByRole('button', { name: 'Declare Spain' }).at(-1)!);
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Users/BindCountry')?.input).toEqual({ country: 'ES' }),
  );
});

test('behavior: bindings say what is permanent and lead to what is missing', async () => {
  await openScreen('/pages/mine/account/account', filled);
  expect(await screen.findByText('Bound, permanent', { exact: false })).toBeTruthy();
  expect(screen.getByText('Permanent')).toBeTruthy();
  await openScreen('/pages/mine/account/account', {
    'Users/Info': () => ({ ...memberInfo, useraddress: null, email: '' }),
    'Users/myaccount': () => ownAccounts,
  });
  const row = await screen.findByText('Not bound. Withdrawals need it.');
  expect(row.closest('a')?.getAttribute('href')).toBe('#/pages/mine/blind/blind?kind=wallet');
  expect(screen.queryByText('Bind a wallet first')).toBeNull();
});

test('behavior: a new e-mail needs a proof, then the code that went to it', async () => {
  const { asked } = await openScreen('/pages/mine/blind/blind?kind=email', {
    'Users/Info': () => ({ ...memberInfo, haspassword: false }),
    'Users/BindEmaill': () => ({ length: 8, minutes: 10 }),
    'Users/BindEmaill_c': () => undefined,
  });
  fireEvent.change(await screen.findByLabelText('New e-mail'), { target: { value: 'heron@example.org' } });
  expect(screen.getByText('This e-mail is already bound')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('New e-mail'), { target: { value: 'other@example.org' } });
  fireEvent.change(screen.getByLabelText('E-mail code'), { target: { value: '111111' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send a code to the new e-mail' }));
  fireEvent.change(await screen.findByLabelText('Code from the new e-mail'), {
    target: { value: '22222222' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Bind this e-mail' }));
  await waitFor(() => expect(location.hash).toBe('#/pages/mine/account/account'));
  expect(asked.find((one) => one.path === 'Users/BindEmaill')?.input).toEqual({
    email: 'other@example.org',
    oldcode: '111111',
  });
  expect(asked.find((one) => one.path === 'Users/BindEmaill_c')?.input).toEqual({
    email: 'other@example.org',
    emailcode: '22222222',
  });
});

test('behavior: who lost the mailbox proves by the bound wallet; without one there is only the code', async () => {
  await openScreen('/pages/mine/blind/blind?kind=email', {
    'Users/Info': () => ({ ...memberInfo, haspassword: false }),
  });
  fireEvent.click(await screen.findByText('Signature of your wallet'));
  expect(await screen.findByText(/^Your bound wallet .* signs a message/)).toBeTruthy();
  expect(screen.queryByLabelText('E-mail code')).toBeNull();
  fireEvent.click(screen.getByText(/^Code sent to/));
  expect(await screen.findByLabelText('E-mail code')).toBeTruthy();
  await openScreen('/pages/mine/blind/blind?kind=email', {
    'Users/Info': () => ({ ...memberInfo, haspassword: false, useraddress: null }),
  });
  expect(await screen.findByLabelText('E-mail code')).toBeTruthy();
  expect(screen.queryByText('Signature of your wallet')).toBeNull();
  // Who forgot the password, and has no mailbox that resets it, has the wallet.
  await openScreen('/pages/mine/blind/blind?kind=email', {
    'Users/Info': () => ({ ...memberInfo, email: '' }),
  });
  fireEvent.click(await screen.findByText('Signature of your wallet'));
  expect(await screen.findByText(/^Your bound wallet .* signs a message/)).toBeTruthy();
});

test('refuses: to bind a wallet while the account is frozen, with the way to unfreeze it', async () => {
  await openScreen('/pages/mine/blind/blind?kind=wallet', {
    'Users/Info': () => ({ ...memberInfo, useraddress: null, frozen: true }),
  });
  const way = await screen.findByRole('link', { name: 'Security' });
  expect(way.getAttribute('href')).toBe('#/pages/mine/safety/safety');
  expect(screen.queryByRole('button', { name: 'Sign and bind' })).toBeNull();
});

test('behavior: a bound wallet cannot be bound again', async () => {
  await openScreen('/pages/mine/blind/blind?kind=wallet', filled);
  expect(await screen.findByText('Your wallet is bound')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign and bind' })).toBeNull();
});

test('behavior: logging out asks first, tells the server, and ends here a second later', async () => {
  const { asked } = await openScreen('/pages/mine/mine', { ...filled, 'Users/Logout': () => undefined });
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByText('Log out on this device?');
  fireEvent.click(screen.getAllByRole('button', { name: 'Log out' }).at(-1)!);
  await waitFor(() => expect(asked.some((one) => one.path === 'Users/Logout')).toBe(true));
  expect(useSessionStore.getState().token).toBe('token-of-the-test');
  // On a page for members only, the end of the session would lead to the login, and the next login back there.
  let endedAt = '';
  onTestFinished(useSessionStore.subscribe(() => (endedAt = location.hash)));
  await waitFor(() => expect(useSessionStore.getState().token).toBeUndefined());
  expect(endedAt).toBe('#/pages/home/home');
});

test('behavior: a server that does not answer the logout keeps nobody logged in here', async () => {
  const { asked } = await openScreen('/pages/mine/mine', { ...filled, 'Users/Logout': () => unanswered });
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByText('Log out on this device?');
  fireEvent.click(screen.getAllByRole('button', { name: 'Log out' }).at(-1)!);
  await waitFor(() => expect(asked.some((one) => one.path === 'Users/Logout')).toBe(true));
  await waitFor(() => expect(useSessionStore.getState().token).toBeUndefined());
});
