import { QueryClientProvider } from '@tanstack/react-query';
// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { keepDraft, readDraft } from '../../platform/drafts.ts';
import { currentLocation, replace } from '../../platform/history.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { queryClient } from '../../platform/query.ts';
import { followOtherTabs, useSessionStore } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { currentToasts } from '../../ui/toast-store.ts';
import { actingMember, memberInfo, ownAccounts } from '../test-member.ts';
import { ActingBanner } from './acting-banner.tsx';
import { sayWho } from './say-who.ts';

vi.mock('../../platform/seal.ts', () => ({
  sealSecret: (value: string, path: string) => Promise.resolve(`sealed ${value} for ${path}`),
}));

const stored = vi.hoisted(() => ({ text: undefined as string | undefined }));
vi.mock('../../platform/sealed-text.ts', () => ({
  sealedText: () => ({
    read: () => Promise.resolve(stored.text),
    write: (text: string) => {
      stored.text = text;
      return Promise.resolve();
    },
    drop: () => Promise.resolve(),
  }),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useSessionStore.getState().end();
});

const page = '/pages/mine/account/account';
const filled: Answers = { 'Users/Info': () => memberInfo, 'Users/myaccount': () => ownAccounts };

test('behavior: the accounts say which is the main one, where one is, and what each has', async () => {
  await openScreen(page, filled);
  const list = await screen.findByRole('list', { name: 'Your accounts' });
  const rows = [...list.children].map((row) => row.textContent);
  expect(rows).toEqual([
    expect.stringMatching(/Heron.*You are here.*Main account · ZA5KZD.*120\.50 USDT/),
    expect.stringMatching(/Harbour.*Sub-account · ZB5KZ1.*No coins/),
  ]);
});

test('behavior: with amounts hidden what each account has is hidden', async () => {
  await openScreen(page, filled);
  const list = await screen.findByRole('list', { name: 'Your accounts' });
  act(() => usePreferences.setState({ hideAmounts: true }));
  expect(list.textContent).not.toContain('120.50');
  expect(list.textContent).toContain('No coins');
  act(() => usePreferences.setState({ hideAmounts: false }));
  expect(list.textContent).toContain('120.50 USDT');
});

test('behavior: accounts that are loading, and that could not be had', async () => {
  await openScreen(page, { ...filled, 'Users/myaccount': () => unanswered });
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
  await openScreen(page, {
    ...filled,
    'Users/myaccount': () => {
      throw new Refused('request.unavailable', 'Try again later.');
    },
  });
  expect(await screen.findByText('Try again later.')).toBeTruthy();
});

test('behavior: switching takes the new token, marks whose it is, and forgets what belonged to the one before', async () => {
  keepDraft('transfer', { amount: '40' });
  writeStored('goods.searches', '["teapot"]');
  const { asked } = await openScreen(page, {
    ...filled,
    'Users/TabUser': () => ({ token: 'token-of-harbour', userid: 'mem_2' }),
  });
  fireEvent.click((await screen.findByText('Harbour')).closest('button')!);
  await waitFor(() =>
    expect(useSessionStore.getState()).toMatchObject({ token: 'token-of-harbour', acting: true }),
  );
  expect(asked.find((one) => one.path === 'Users/TabUser')?.input).toEqual({ userid: 'mem_2' });
  expect([readDraft('transfer'), readStored('goods.searches')]).toEqual([{}, undefined]);
  expect(location.hash).toBe('#/pages/home/home');
});

test('behavior: a refused switch stays where one was and says why', async () => {
  await openScreen(page, {
    ...filled,
    'Users/TabUser': () => {
      throw new Refused('member.notfamily', 'You cannot switch to this account.');
    },
  });
  const before = useSessionStore.getState().token;
  fireEvent.click((await screen.findByText('Harbour')).closest('button')!);
  await waitFor(() => expect(useSessionStore.getState().token).toBe(before));
});

test('behavior: a sub-account is created by name and payment password; sent again, it is the same request', async () => {
  let fails = true;
  const { asked } = await openScreen(page, {
    ...filled,
    'Users/createChildAccount': () => {
      if (!fails) return { ...ownAccounts.accounts[1]!, nickname: 'Reed' };
      fails = false;
      throw new Refused('auth.wrongpaypassword', 'Wrong payment password.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add a sub-account' }));
  fireEvent.change(await screen.findByLabelText('Nickname'), { target: { value: 'Reed' } });
  fireEvent.change(screen.getByLabelText('Payment password of the main account'), {
    target: { value: 'pay 123' },
  });
  // A link, as one pastes it.
  fireEvent.change(screen.getByLabelText('Invitation code (optional)'), {
    target: { value: 'https://openmere.example/?invcode=HERON7' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Create sub-account' }));
  expect(await screen.findByText('Wrong payment password.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Create sub-account' }));
  const sent = () => asked.filter((one) => one.path === 'Users/createChildAccount').map((one) => one.input);
  await waitFor(() => expect(screen.queryByLabelText('Nickname')).toBeNull());
  expect(sent()).toHaveLength(2);
  expect(sent()[0]).toEqual(sent()[1]);
  expect(sent()[0]).toMatchObject({
    nickname: 'Reed',
    invitecode: 'HERON7',
    paypassword: 'sealed pay 123 for Users/createChildAccount',
  });
});

test('behavior: binding an e-mail says what it means before, asks for the payment password, then for the first login password; its main account stays on the device', async () => {
  vi.stubGlobal('indexedDB', {});
  useSessionStore.getState().start('token-of-the-test', true);
  const { asked } = await openScreen('/pages/mine/blind/blind?kind=email', {
    'Users/Info': () => actingMember,
    'Users/BindEmaill': () => ({ length: 6, minutes: 10 }),
    'Users/BindEmaill_c': () => undefined,
    'Users/myaccount': () => ownAccounts,
    'Users/TabUser': () => ({ token: 'token-of-heron', userid: 'mem_1' }),
  });
  expect(await screen.findByText('This makes the account independent')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('New e-mail'), { target: { value: 'harbour@example.org' } });
  fireEvent.change(screen.getByLabelText('Payment password of the main account'), {
    target: { value: 'pay 123' },
  });
  expect(screen.getByText('Please confirm that you understand')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Send a code to the new e-mail' }));
  fireEvent.change(await screen.findByLabelText('Code from the new e-mail'), { target: { value: '222222' } });
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'own beginning 9' } });
  fireEvent.change(screen.getByLabelText('Repeat password'), { target: { value: 'own beginning 9' } });
  fireEvent.click(screen.getByRole('button', { name: 'Bind this e-mail' }));
  await waitFor(() => expect(useSessionStore.getState().acting).toBe(false));
  expect(asked.find((one) => one.path === 'Users/BindEmaill')?.input).toEqual({
    email: 'harbour@example.org',
    paypassword: 'sealed pay 123 for Users/BindEmaill',
  });
  expect(asked.find((one) => one.path === 'Users/BindEmaill_c')?.input).toEqual({
    email: 'harbour@example.org',
    emailcode: '222222',
    password: 'sealed own beginning 9 for Users/BindEmaill_c',
  });
  await waitFor(() =>
    expect(JSON.parse(stored.text ?? '[]')).toMatchObject([
      { userid: 'mem_1', nickname: 'Heron', token: 'token-of-heron', acting: false },
    ]),
  );
  expect(useSessionStore.getState().token).toBe('token-of-the-test');
});

test('behavior: the banner says who one is and leads back to the main account; a main account has none', async () => {
  await openScreen(page, {
    ...filled,
    'Users/Info': () => actingMember,
    'Users/TabUser': () => ({ token: 'token-of-heron', userid: 'mem_1' }),
  });
  await loadTexts(['family']);
  useSessionStore.getState().start('token-of-harbour', true);
  render(
    <QueryClientProvider client={queryClient}>
      <ActingBanner />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('region', { name: 'Acting as Harbour' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back to Heron' }));
  await waitFor(() =>
    expect(useSessionStore.getState()).toMatchObject({ token: 'token-of-heron', acting: false }),
  );
});

test('behavior: another tab that switched takes this one along: home, away from what was open, with a word on who one is', async () => {
  await openScreen(page, { ...filled, 'Users/Info': () => actingMember });
  const switched = vi.fn(sayWho);
  followOtherTabs(() => void switched());
  const other = (user: object) => {
    localStorage.setItem('user', JSON.stringify(user));
    dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  };
  replace('/pages/wallet/transfer/transfer');
  act(() => other({ token: 'token-of-another-tab', acting: '1' }));
  expect(useSessionStore.getState()).toMatchObject({ token: 'token-of-another-tab', acting: true });
  expect(currentLocation().path).toBe('/pages/home/home');
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('You are now acting as Harbour'));

  // The same account again, and a logout, leave the page where it is.
  replace('/pages/help/help');
  act(() => other({ token: 'token-of-another-tab', acting: '1' }));
  act(() => other({}));
  expect(useSessionStore.getState().token).toBeUndefined();
  expect(currentLocation().path).toBe('/pages/help/help');

  // Nor does a login while nobody is logged in here, but for the form that asks for one.
  act(() => other({ token: 'token-of-another-tab' }));
  expect(currentLocation().path).toBe('/pages/help/help');
  act(() => other({}));
  replace('/pages/login/login', { step: 'register' });
  act(() => other({ token: 'token-of-another-tab' }));
  expect(useSessionStore.getState().token).toBe('token-of-another-tab');
  expect(currentLocation().path).toBe('/pages/home/home');
  expect(switched).toHaveBeenCalledTimes(1);
});

test('behavior: what guards a login is the main account’s: no row, no form and no check for it in a sub-account', async () => {
  const acting: Answers = {
    ...filled,
    'Users/Info': () => actingMember,
    'Ctrls/GetConfig': { list: [{ idx: 'phone.codes', val: '1' }] },
    'Users/Sessions': () => ({ list: [] }),
  };
  for (const path of [
    'safety/safety',
    'setPwd/setPwd?kind=login',
    'setPwd/setPwd',
    'blind/blind?kind=phone',
  ]) {
    await openScreen(`/pages/mine/${path}`, acting);
    expect(await screen.findByText(/are those of your main account, Heron/)).toBeTruthy();
    expect(screen.queryByLabelText('Mobile number')).toBeNull();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.queryByText('Authenticator app')).toBeNull();
    cleanup();
  }
  await openScreen(page, acting);
  expect(await screen.findByText('Identity check')).toBeTruthy();
  expect(screen.queryByText('Phone')).toBeNull();
});
