// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { useSession } from '../platform/session.ts';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { LoginScreen } from './login-screen.tsx';

let jwk = '';
beforeAll(async () => {
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true });
  jwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'test' });
});
beforeEach(() => useSession.getState().end());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Answer = (input: { account: string; newpassword?: string | undefined }) => { token: string };
function open(login: Answer): Asked[] {
  const config = { idx: 'crypto.jwk', val: jwk };
  const asked = serveTest({
    'Ctrls/GetConfig': () => ({ list: [config] }),
    'Ctrls/gettime': () => ({ time: Date.now(), zone: 'UTC', business: Date.now() }),
    'Admin/Login': login,
  });
  drawScreen(<LoginScreen />);
  return asked;
}

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

function fill(totp = '123456'): void {
  type('Account', 'operator-one');
  type('Password', 'a long password');
  type('Code of your authenticator', totp);
}

/** The button carries another name while it is busy. */
const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Log in' }));

test('refuses: a code that is not six digits, before anything is sent', async () => {
  const asked = open(() => ({ token: 't' }));
  fill('12345');
  await press();
  expect(await screen.findByText('Six digits')).toBeDefined();
  expect(asked).toEqual([]);
});

test('refuses: a wrong code in the server’s words, and asks for another', async () => {
  open(() => {
    throw new TestRefusal('operator.badlogin', 'Account, password or code is wrong.');
  });
  fill();
  await press();
  expect(await screen.findByText('Account, password or code is wrong.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Code of your authenticator').value).toBe('');
  expect(useSession.getState().token).toBeUndefined();
});

test('refuses: politely when the server cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  drawScreen(<LoginScreen />);
  fill();
  await press();
  expect(await screen.findByText(/^The server did not answer\./)).toBeDefined();
});

test('behavior: logs in; the password leaves only encrypted', async () => {
  const asked = open(() => ({ token: 'session-token' }));
  fill();
  await press();
  await waitFor(() => expect(useSession.getState().token).toBe('session-token'));
  const login = asked.find(({ path }) => path === 'Admin/Login');
  expect(login?.input).toMatchObject({ account: 'operator-one', totp: '123456' });
  expect(String(login?.input['password']).split('.')).toHaveLength(5);
  expect(JSON.stringify(asked)).not.toContain('a long password');
});

test('behavior: a one-time password is replaced in the same step', async () => {
  const asked = open(({ newpassword }) => {
    if (newpassword === undefined) throw new TestRefusal('operator.passwordmustchange', 'Choose a new one.');
    return { token: 'changed' };
  });
  fill();
  await press();
  expect(await screen.findByLabelText('New password')).toBeDefined();
  type('New password', 'short');
  await press();
  expect(await screen.findByText('At least 12 characters')).toBeDefined();
  expect(asked.filter(({ path }) => path === 'Admin/Login')).toHaveLength(1);
  type('New password', 'my own long password');
  await press();
  await waitFor(() => expect(useSession.getState().token).toBe('changed'));
});

test('refuses: to ask a new password of whoever logs in after somebody with a one-time password', async () => {
  const asked = open(({ account }) => {
    if (account === 'operator-one') throw new TestRefusal('operator.passwordmustchange', 'Choose a new one.');
    return { token: 'other' };
  });
  fill();
  await press();
  expect(await screen.findByLabelText('New password')).toBeDefined();
  type('Account', 'operator-two');
  await press();
  await waitFor(() => expect(useSession.getState().token).toBe('other'));
  expect(asked.at(-1)?.input).not.toHaveProperty('newpassword');
});
