// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { unanswered, Refused, openScreen } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { actingMember, memberInfo } from '../../member/test-member.ts';
import { useSessionStore } from '../../platform/session.ts';
import { withdrawalRecord } from '../../withdrawal/test-record.ts';
import type { WithdrawalRecord } from '../../withdrawal/test-record.ts';
vi.mock('../../platform/seal.ts', () => ({ sealSecret: () => Promise.resolve('sealed') }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const phone =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';
const session = (id: string, current: boolean) => ({
  id,
  device: phone,
  ip: '203.0.113.7',
  country: 'DE',
  created: '2026-11-01T10:00:00.000Z',
  lastused: '2026-11-01T10:00:00.000Z',
  current,
});
const filled: Answers = {
  'Users/Info': () => memberInfo,
  'Users/SecondFactor': () => ({ totpsince: null, recoverycodes: 0, factorproveduntil: null }),
  'Users/Sessions': () => ({ list: [session('ses_1', true), session('ses_2', false)] }),
};

test('behavior: loading, and errors of both parts that can be tried again', async () => {
  await openScreen('/pages/mine/safety/safety', {
    'Users/Info': () => unanswered,
    'Users/Sessions': () => unanswered,
  });
  expect(screen.getAllByText('Loading')).toHaveLength(2);
  const fail = () => {
    throw new Refused('request.unavailable', 'Try again later.');
  };
  await openScreen('/pages/mine/safety/safety', { 'Users/Info': fail, 'Users/Sessions': fail });
  await waitFor(() => expect(screen.getAllByText('Try again later.')).toHaveLength(2));
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
});

test('behavior: each guard says what it gives or what is risked without it', async () => {
  await openScreen('/pages/mine/safety/safety', filled);
  expect(await screen.findByText('5 of 7 done')).toBeTruthy();
  // In its row, and on top as the first that is missing: there with its name, since “it” stands beside nothing.
  expect(screen.getByText('Without it a fake mail is harder to spot.')).toBeTruthy();
  expect(
    screen.getByText('Authenticator app · Without it a password alone is enough to log in.'),
  ).toBeTruthy();
  expect(screen.getByText('Nothing is locked')).toBeTruthy();
  expect(await screen.findByText('This device')).toBeTruthy();
});

test('behavior: a lock counts down by the server’s clock, not by this device’s', async () => {
  const hourMs = 3_600_000;
  const serverNow = Date.now() + 5 * hourMs; // this device is five hours slow
  await openScreen('/pages/mine/safety/safety', {
    ...filled,
    'Ctrls/gettime': () => ({ time: serverNow, zone: 'UTC', business: serverNow }),
    'Users/Info': () => ({
      ...memberInfo,
      lockeduntil: new Date(serverNow + 21 * hourMs + 14 * 60_000 + 30_000).toISOString(),
    }),
  });
  expect(await screen.findByText(/They unlock in 21 h 14 min/)).toBeTruthy();
});

test('behavior: a device whose clock is ahead neither ends the lock nor asks again and again', async () => {
  const serverNow = Date.now() - 30 * 3_600_000;
  const { asked } = await openScreen('/pages/mine/safety/safety', {
    ...filled,
    'Ctrls/gettime': () => ({ time: serverNow, zone: 'UTC', business: serverNow }),
    'Users/Info': () => ({
      ...memberInfo,
      lockeduntil: new Date(serverNow + 2 * 3_600_000 + 30_000).toISOString(),
    }),
  });
  expect(await screen.findByText(/They unlock in 2 h/)).toBeTruthy();
  expect(asked.filter(({ path }) => path === 'Users/Info')).toHaveLength(1);
});

test('behavior: on a chain that was moved ahead a lock counts by the business time, a session by the server’s', async () => {
  const business = Date.now() + 23 * 3_600_000;
  await openScreen('/pages/mine/safety/safety', {
    ...filled,
    'Ctrls/gettime': () => ({ time: Date.now(), zone: 'UTC', business }),
    'Users/Info': () => ({
      ...memberInfo,
      lockeduntil: new Date(business + 14 * 60_000 + 30_000).toISOString(),
    }),
    'Users/Sessions': { list: [{ ...session('ses_1', true), lastused: new Date().toISOString() }] },
  });
  expect(await screen.findByText(/They unlock in 14 min/)).toBeTruthy();
  expect(await screen.findByText(/just now|seconds? ago|now/)).toBeTruthy();
});

test('behavior: one session is ended after asking, and all others at once', async () => {
  const { asked } = await openScreen('/pages/mine/safety/safety', {
    ...filled,
    'Users/SessionRevoke': () => undefined,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'End' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Chrome · Android will be logged out right away.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(asked.at(-1)?.path).toBe('Users/Sessions'));
  expect(asked.find((one) => one.path === 'Users/SessionRevoke')?.input).toEqual({ id: 'ses_2' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'End all other sessions' }));
  const again = within(await screen.findByRole('alertdialog'));
  fireEvent.click(again.getByRole('button', { name: 'End all other sessions' }));
  await waitFor(() =>
    expect(asked.filter((one) => one.path === 'Users/SessionRevoke').at(-1)?.input).toEqual({}),
  );
});

test('behavior: a device that did not say what it is has a name all the same', async () => {
  const list = [{ ...session('ses_1', true), device: 'unknown' }, session('ses_2', false)];
  await openScreen('/pages/mine/safety/safety', { ...filled, 'Users/Sessions': () => ({ list }) });
  expect(await screen.findByText('Unknown device')).toBeTruthy();
  expect(screen.queryByText('unknown')).toBeNull();
});

test('behavior: one press and one question freeze the account and end this session; a family is told that all its accounts are meant', async () => {
  const { asked } = await openScreen('/pages/mine/safety/safety', {
    ...filled,
    'Users/Info': () => ({ ...memberInfo, subaccounts: 1 }),
    'Users/FreezeOwn': () => undefined,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Freeze my account' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/all its sub-accounts are frozen together/)).toBeTruthy();
  expect(asked.map(({ path }) => path)).not.toContain('Users/FreezeOwn');
  fireEvent.click(dialog.getByRole('button', { name: 'Freeze my account' }));
  await waitFor(() => expect(useSessionStore.getState().token).toBeUndefined());
  expect(asked.find(({ path }) => path === 'Users/FreezeOwn')?.input).toEqual({});
});

test('behavior: in a sub-account a freeze is the main account’s to lift, and only what the sub-account can do is missing', async () => {
  const acting = { ...actingMember, frozen: true };
  await openScreen('/pages/mine/safety/safety', { ...filled, 'Users/Info': () => acting });
  expect(await screen.findByText(/Only your main account, Heron, can unfreeze it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unfreeze' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Freeze my account' })).toBeNull();
  expect(screen.queryByText('Anti-phishing word')).toBeNull();
});

const before = [
  withdrawalRecord({ id: 'wdr_2', status: 'reviewing' }),
  withdrawalRecord({ id: 'wdr_5', status: 'sent' }),
];
/** The page of a frozen account with these withdrawals. */
const openFrozen = (list: WithdrawalRecord[]) =>
  openScreen('/pages/mine/safety/safety', {
    ...filled,
    'Users/Info': () => ({ ...memberInfo, frozen: true }),
    'Wallet/Withdrawals': () => ({ list }),
  });

test('behavior: what was approved before the freeze is told before it is lifted, with whom to write to', async () => {
  const approved = ['wdr_3', 'wdr_4'].map((id) => withdrawalRecord({ id, status: 'approved' }));
  await openFrozen([...before, ...approved]);
  expect(await screen.findByText('2 approved withdrawals leave when you unfreeze')).toBeTruthy();
  expect(screen.getByText(/write to customer service before you unfreeze/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'See withdrawals' });
  expect(link.getAttribute('href')).toBe('#/pages/wallet/withdraw/recode/recodeChain');
});

test('behavior: what is reviewed, or on its way, does not leave by lifting the freeze', async () => {
  const { asked } = await openFrozen(before);
  expect(await screen.findByLabelText('Payment password')).toBeTruthy();
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('Wallet/Withdrawals'));
  expect(screen.queryByText(/approved withdrawal/)).toBeNull();
});

test('behavior: a frozen account can be unfrozen by the wallet, where the e-mail may be another’s by now', async () => {
  const info = { ...memberInfo, frozen: true, mailboxproveduntil: null };
  const { asked } = await openScreen('/pages/mine/safety/safety', {
    ...filled,
    'Users/Info': () => info,
    'Users/Unfreeze': () => {
      throw new Refused('auth.freezeproof', 'Confirm with the wallet that was bound before.');
    },
  });
  fireEvent.change(await screen.findByLabelText('Payment password'), { target: { value: 'pay word 7' } });
  fireEvent.change(screen.getByLabelText('E-mail code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unfreeze' }));
  expect(await screen.findByText('Confirm with the wallet that was bound before.')).toBeTruthy();
  expect(asked.find(({ path }) => path === 'Users/Unfreeze')?.input).toMatchObject({ emailcode: '123456' });
  fireEvent.click(screen.getByRole('button', { name: 'Sign with my wallet instead' }));
  expect(await screen.findByText(/signs a message to confirm it is you/)).toBeTruthy();
  expect(screen.queryByLabelText('E-mail code')).toBeNull();
});
