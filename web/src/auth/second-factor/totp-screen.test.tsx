// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Refused, openScreen, unanswered } from '../../app/test-screen.tsx';
import type { Answers } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';
import { currentToasts } from '../../ui/toast-store.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const path = '/pages/mine/safety/totp';
const fresh = () => ({ ...memberInfo, mailboxproveduntil: new Date(Date.now() + 600_000).toISOString() });
const off = () => ({ totpsince: null, recoverycodes: 0, factorproveduntil: null });
const on = () => ({ totpsince: '2026-11-20T10:00:00.000Z', recoverycodes: 7, factorproveduntil: null });
const codes = Array.from({ length: 10 }, (_, at) => `AAA${at}-BBBB-CCCC-DDD${at}`);
const filled: Answers = { 'Users/Info': fresh, 'Users/SecondFactor': off };

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

test('refuses: a first app while the account is frozen, with the way to unfreeze it; one that is on can move', async () => {
  const frozen = () => ({ ...fresh(), frozen: true });
  await openScreen(path, { ...filled, 'Users/Info': frozen });
  const way = await screen.findByRole('link', { name: 'Security' });
  expect(way.getAttribute('href')).toBe('#/pages/mine/safety/safety');
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull();
  cleanup();
  await openScreen(`${path}?part=move`, { 'Users/Info': frozen, 'Users/SecondFactor': on });
  expect(await screen.findByRole('button', { name: /Move|phone/ })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Security' })).toBeNull();
});

test('behavior: loading, and an error that can be tried again', async () => {
  await openScreen(path, { 'Users/Info': () => unanswered, 'Users/SecondFactor': () => unanswered });
  expect(screen.getByText('Loading')).toBeDefined();
  cleanup();
  await openScreen(path, {
    ...filled,
    'Users/SecondFactor': () => {
      throw new Refused('request.unavailable', 'Try again later.');
    },
  });
  expect(await screen.findByText('Try again later.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test('behavior: set up: the secret by picture and in words, the first code, then the recovery codes until they are kept', async () => {
  const { asked } = await openScreen(path, {
    ...filled,
    'Users/TotpStart': () => ({
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Openmere:heron?secret=JBSWY3DPEHPK3PXP',
      until: '2026-11-23T10:00:00.000Z',
    }),
    'Users/TotpConfirm': () => ({ codes }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
  const inApp = screen.getByRole('link', { name: 'Open in the authenticator app' });
  expect(inApp.getAttribute('href')).toBe('otpauth://totp/Openmere:heron?secret=JBSWY3DPEHPK3PXP');
  type('Code from your authenticator app', '123456');
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('AAA9-BBBB-CCCC-DDD9')).toBeDefined();
  expect(asked.find((one) => one.path === 'Users/TotpConfirm')?.input).toEqual({ totp: '123456' });
  const waiting = screen.getByRole('button', { name: 'Please confirm that you kept them' });
  expect(waiting.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('checkbox'));
  // In a web view without a clipboard it is said; nothing breaks.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  document.execCommand = () => false;
  fireEvent.click(screen.getByRole('button', { name: 'Copy all' }));
  await waitFor(() => expect(currentToasts().at(-1)?.text).toMatch(/^Copying failed/));
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  // One is typed back while the list is out of sight.
  const field = await screen.findByLabelText(/^The code that begins with /);
  expect(screen.queryByText('AAA9-BBBB-CCCC-DDD9')).toBeNull();
  const start = /with (\w{4})/.exec(field.closest('form')?.textContent ?? '')?.[1];
  fireEvent.change(field, { target: { value: 'AAAA-BBBB-CCCC-0000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/^This is not that code/)).toBeDefined();
  const code = codes.find((one) => one.startsWith(start ?? '?')) ?? '';
  fireEvent.change(field, { target: { value: code.toLowerCase().replaceAll('-', ' ') } });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(currentToasts().at(-1)?.text).toMatch(/on/i));
});

test('behavior: turning off opens the field when the server asks, and keeps what was typed', async () => {
  let tries = 0;
  const { asked } = await openScreen(path, {
    'Users/Info': fresh,
    'Users/SecondFactor': on,
    'Users/TotpRemove': () => {
      tries += 1;
      if (tries === 1) throw new Refused('auth.needtotp', 'Enter the code from your authenticator app.');
      if (tries === 2) throw new Refused('auth.badtotp', 'This code is wrong.');
      return undefined;
    },
  });
  expect(await screen.findByText('7 recovery codes left')).toBeDefined();
  fireEvent.click(screen.getByText('Turn off'));
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  await screen.findByLabelText('Code from your authenticator app');
  type('Code from your authenticator app', '111111');
  fireEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('This code is wrong.')).toBeDefined();
  fireEvent.click(screen.getByText('Use a recovery code'));
  type('Recovery code', codes[0] ?? '');
  fireEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(tries).toBe(3));
  expect(asked.filter((one) => one.path === 'Users/TotpRemove').map((one) => one.input)).toEqual([
    {},
    { totp: '111111' },
    { totp: codes[0] },
  ]);
});

test('behavior: a refusal goes as the code is typed anew, and a spent recovery code asks for another', async () => {
  const refusals = [
    new Refused('auth.needtotp', 'Enter the code.'),
    new Refused('auth.needtotp', 'Enter the code.'),
    new Refused('auth.badtotp', 'Wait for the next one.'),
    new Refused('auth.badtotp', 'Wait for the next one.'),
  ];
  await openScreen(path, {
    'Users/Info': fresh,
    'Users/SecondFactor': on,
    'Users/TotpRemove': () => {
      throw refusals.shift() ?? new Error('asked too often');
    },
  });
  fireEvent.click(await screen.findByText('Turn off'));
  const turnOff = () => fireEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  await screen.findByRole('button', { name: 'Turn off' });
  turnOff();
  await screen.findByLabelText('Code from your authenticator app');
  type('Code from your authenticator app', '123');
  expect(screen.queryByRole('alert')).toBeNull();
  turnOff();
  expect((await screen.findByRole('alert')).textContent).toBe('Enter the code.');
  type('Code from your authenticator app', '123456');
  expect(screen.queryByRole('alert')).toBeNull();
  turnOff();
  expect((await screen.findByRole('alert')).textContent).toBe('Wait for the next one.');
  fireEvent.click(screen.getByText('Use a recovery code'));
  expect(screen.queryByRole('alert')).toBeNull();
  type('Recovery code', codes[0] ?? '');
  turnOff();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This recovery code is wrong or has already been used. Try another one.',
  );
});
