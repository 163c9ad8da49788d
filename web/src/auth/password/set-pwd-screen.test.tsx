// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { config, unanswered, Refused, openScreen } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { useSessionStore } from '../../platform/session.ts';
import { currentToasts, dismissToast } from '../../ui/toast-store.ts';
import { authPushes } from '../pushes.ts';
import { isLoginPassword, rememberLoginPassword } from './known-login-password.ts';
import { changeHere } from './own-change.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pay = '/pages/mine/setPwd/setPwd?kind=pay';
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function key() {
  const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  return { idx: 'crypto.jwk', val: JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'k1' }) };
}

test('refuses: two entries that differ, and a password that everybody uses', async () => {
  const { asked } = await openScreen(pay, { 'Users/Info': () => ({ ...memberInfo, haspaypassword: false }) });
  await screen.findByRole('heading', { name: 'Set a payment password' });
  type('New password', 'abc123');
  type('Repeat password', 'abc124');
  fireEvent.blur(screen.getByLabelText('Repeat password'));
  expect(screen.getAllByText('The two passwords do not match').length).toBeGreaterThan(0);
  type('Repeat password', 'abc123');
  type('E-mail code', '123456');
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/easy to guess/)).toBeTruthy();
  expect(asked.some((one) => one.path === 'Users/SetPaypassword')).toBe(false);
});

test('refuses: the login password as payment password, while it is typed, where this page saw it', async () => {
  await rememberLoginPassword('lake-stone-42');
  const { asked } = await openScreen(pay, { 'Users/Info': () => ({ ...memberInfo, haspaypassword: false }) });
  await screen.findByRole('heading', { name: 'Set a payment password' });
  type('New password', 'lake-stone-42');
  expect(await screen.findByText(/Login password and payment password must differ/)).toBeTruthy();
  type('New password', 'lake-stone-43');
  await waitFor(() => expect(screen.queryByText(/must differ/)).toBeNull());
  expect(asked.some((one) => one.path === 'Users/SetPaypassword')).toBe(false);
});

test('refuses: the login password as payment password by the server’s word, and what was typed stays', async () => {
  const jwk = await key();
  await openScreen(pay, {
    'Ctrls/GetConfig': () => ({ list: [...config, jwk] }),
    'Users/Info': () => memberInfo,
    'Users/SetPaypassword': () => {
      throw new Refused('auth.passwordsame', 'Login password and payment password must differ.');
    },
  });
  await screen.findByLabelText('Current password');
  type('Current password', 'old-pass-1');
  type('New password', 'pine-stone-42');
  type('Repeat password', 'pine-stone-42');
  fireEvent.click(screen.getByRole('button', { name: 'Change and lock for 24 hours' }));
  expect(await screen.findByText('Login password and payment password must differ.')).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>('New password');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.value).toBe('pine-stone-42');
});

test('refuses: a wrong current password, under its field', async () => {
  const jwk = await key();
  await openScreen(pay, {
    'Ctrls/GetConfig': () => ({ list: [...config, jwk] }),
    'Users/Info': () => memberInfo,
    'Users/SetPaypassword': () => {
      throw new Refused('auth.wrongpaypassword', 'The payment password is wrong.');
    },
  });
  await screen.findByLabelText('Current password');
  type('Current password', 'old-pass-1');
  type('New password', 'lake-stone-42');
  type('Repeat password', 'lake-stone-42');
  fireEvent.click(screen.getByRole('button', { name: 'Change and lock for 24 hours' }));
  expect(await screen.findByText('The payment password is wrong.')).toBeTruthy();
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
});

test('behavior: loading, then an error that can be tried again', async () => {
  await openScreen(pay, { 'Users/Info': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
  let broken = true;
  await openScreen(pay, {
    'Users/Info': () => {
      if (broken) throw new Refused('request.unavailable', 'Try again later.');
      return memberInfo;
    },
  });
  expect(await screen.findByText('Try again later.')).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Change the payment password' })).toBeTruthy();
});

test('behavior: the first one locks nothing; a change and a reset say the 24 hours before they happen', async () => {
  await openScreen(pay, { 'Users/Info': () => ({ ...memberInfo, haspaypassword: false }) });
  expect(await screen.findByText(/It is not your login password\.$/)).toBeTruthy();
  expect(screen.queryByText('Locks for 24 hours')).toBeNull();
  await openScreen(pay, { 'Users/Info': () => memberInfo });
  expect(await screen.findByText('Locks for 24 hours')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  expect(screen.getByRole('heading', { name: 'Reset the payment password' })).toBeTruthy();
  expect(screen.getByText('Locks for 24 hours')).toBeTruthy();
  expect(screen.getByLabelText('E-mail code')).toBeTruthy();
});

test('behavior: without e-mail and wallet it says what to bind first', async () => {
  await openScreen('/pages/mine/setPwd/setPwd?kind=login', {
    'Users/Info': () => ({ ...memberInfo, haspassword: false, email: '', useraddress: null }),
  });
  await screen.findByRole('heading', { name: 'Set a login password' });
  type('New password', 'lake-stone-42');
  type('Repeat password', 'lake-stone-42');
  await waitFor(() => expect(screen.getAllByText('Bind an e-mail or a wallet first')).toHaveLength(2));
});

test('refuses: to warn of a change whoever has just made it here; a later one, and one that failed here, is said', async () => {
  const warned = async () => {
    await authPushes['notice.paypassword']({ setting: 'change', lockeduntil: null });
    const toasts = currentToasts().filter(({ text }) => text === 'Your payment password was changed');
    for (const { id } of toasts) dismissToast(id);
    return toasts.length > 0;
  };
  await expect(changeHere(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await warned()).toBe(true);
  let pushed: boolean | undefined;
  await changeHere(async () => {
    pushed = await warned();
  });
  expect([pushed, await warned()]).toEqual([false, false]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  expect(await warned()).toBe(true);
  vi.useRealTimers();
});

test('refuses: to know the login password beyond the end of its session', async () => {
  await rememberLoginPassword('lake-stone-42');
  expect(await isLoginPassword('lake-stone-42')).toBe(true);
  expect(await isLoginPassword('lake-stone-43')).toBe(false);
  useSessionStore.getState().end();
  expect(await isLoginPassword('lake-stone-42')).toBe(false);
});

test('refuses: to know one account’s login password when another one goes on', async () => {
  useSessionStore.getState().start('a-token');
  await rememberLoginPassword('lake-stone-42');
  useSessionStore.getState().start('a-token');
  expect(await isLoginPassword('lake-stone-42')).toBe(true);
  useSessionStore.getState().start('another-token');
  expect(await isLoginPassword('lake-stone-42')).toBe(false);
});
