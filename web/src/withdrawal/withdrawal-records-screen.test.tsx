// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { testList } from '../app/test-list.tsx';
import { openScreen, Refused } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { usePreferences } from '../platform/preferences.ts';
import { refresh } from '../platform/query.ts';
import { TIME, withdrawalRecord } from './test-record.ts';

const path = '/pages/wallet/withdraw/recode/recodeChain';
const config: Answers = {
  'Ctrls/GetConfig': { list: [{ idx: 'chain.explorer', val: 'https://scan.example' }] },
};
const one = (record: ReturnType<typeof withdrawalRecord>): Answers => ({
  ...config,
  'Wallet/Withdrawals': { list: [record] },
});
const open = (record: ReturnType<typeof withdrawalRecord>, more: Answers = {}) =>
  openScreen(`${path}?id=${record.id}`, { ...one(record), ...more });

testList({
  path,
  call: 'Wallet/Withdrawals',
  row: withdrawalRecord(),
  shown: '40.00 USDT',
  empty: 'No withdrawals yet',
  answers: config,
});

test('refuses: to ask for a record by a damaged id; the list is shown instead of a failure that nothing ends', async () => {
  const { asked } = await openScreen(`${path}?id=nope!`, one(withdrawalRecord()));
  expect(await screen.findByText('40.00 USDT')).toBeTruthy();
  expect(
    asked.filter((call) => call.path === 'Wallet/Withdrawals').every(({ input }) => !('id' in input)),
  ).toBe(true);
});

/** Taps the button, and again in the dialog that asks. */
async function cancel(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel this withdrawal' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this withdrawal?' }));
  expect(dialog.getByText(/^40\.00 USDT is available again at once\./)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel this withdrawal' }));
}

test('behavior: a withdrawal is not cancelled by one tap', async () => {
  const { asked } = await openScreen(`${path}?id=wdr_1`, one(withdrawalRecord()));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel this withdrawal' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked.some((call) => call.path === 'Wallet/WithdrawCancel')).toBe(false);
});

test('refuses: to cancel what was decided meanwhile, and says so', async () => {
  const answers = one(withdrawalRecord());
  await openScreen(`${path}?id=wdr_1`, {
    ...answers,
    'Wallet/WithdrawCancel': () => {
      throw new Refused('withdrawal.notcancellable', 'This withdrawal is decided already.');
    },
  });
  await cancel();
  expect(await screen.findByText('This withdrawal is decided already.')).toBeTruthy();
});

test('behavior: without withdrawals the first step is one', async () => {
  await openScreen(path, { ...config, 'Wallet/Withdrawals': { list: [] } });
  expect((await screen.findByRole('link', { name: 'Withdraw' })).getAttribute('href')).toBe(
    '#/pages/wallet/withdraw/withdrawChain',
  );
});

test('behavior: a row opens its record', async () => {
  await openScreen(path, one(withdrawalRecord()));
  fireEvent.click(await screen.findByRole('button', { name: /40\.00 USDT.*In review/ }));
  expect(await screen.findByText('wdr_1')).toBeTruthy();
  expect(location.hash).toBe(`#${path}?id=wdr_1`);
});

test('behavior: with amounts hidden neither a row nor its slip shows one', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  await openScreen(path, one(withdrawalRecord()));
  const row = await screen.findByRole('button', { name: /In review/ });
  expect(row.textContent).not.toMatch(/40\.00/);
  fireEvent.click(row);
  const slip = await screen.findByRole('article');
  expect(within(slip).getByText('Amount hidden')).toBeTruthy();
  expect(slip.textContent).not.toMatch(/40\.00|39\.00|1\.00/);
});

test('behavior: with amounts hidden neither a notice nor what was checked writes one', async () => {
  onTestFinished(() => usePreferences.setState({ hideAmounts: false }));
  usePreferences.setState({ hideAmounts: true });
  const detail = 'One other withdrawal within 24 hours: 1,240.00 USDT';
  await open(withdrawalRecord({ checks: [{ check: 'velocity', result: 'held', detail }] }));
  expect(await screen.findByText('One other withdrawal within 24 hours: •••••• USDT')).toBeTruthy();
  await open(withdrawalRecord({ status: 'cancelled', decider: 'none', decideby: null }));
  expect(await screen.findByText(/•••••• USDT/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/40\.00/);
});

test('behavior: what is held says in one sentence who checks it, why and by when; the checks are folded', async () => {
  await open(withdrawalRecord());
  expect(
    await screen.findByText(
      /^A person checks this because it comes from a new device, by Mar 2, \d\d:\d\d\.$/,
    ),
  ).toBeTruthy();
  expect(screen.getByText('What was checked', { selector: 'summary' })).toBeTruthy();
  const checks = within(screen.getByRole('list', { name: 'What was checked' })).getAllByRole('listitem');
  expect(checks.map((row) => row.textContent)).toEqual([
    'A new deviceHeld',
    'The paying wallet covers itPassed',
  ]);
});

test('behavior: a time that is over is promised no longer; that it takes longer is said', async () => {
  await open(withdrawalRecord({ decideby: '2026-03-02T10:00:00.000Z' }));
  const late =
    /^A person checks this because it comes from a new device\. It is taking longer than we said: .* Mar 2, /;
  expect(await screen.findByText(late)).toBeTruthy();
  expect(screen.getByText('Your money stays held for you. You can still cancel.')).toBeTruthy();
});

test('refuses: to call late by a device’s clock that is ahead', async () => {
  const serverNow = Date.now() - 25 * 3_600_000;
  await open(withdrawalRecord({ decideby: new Date(serverNow + 3_600_000).toISOString() }), {
    'Ctrls/gettime': { time: serverNow, zone: 'UTC', business: serverNow },
  });
  expect(
    await screen.findByText(/^A person checks this because it comes from a new device, by /),
  ).toBeTruthy();
});

test.each([
  [{ reason: 'lock', until: '2099-03-02T10:00:00.000Z' }, /^No money can leave your account until .*2099/],
  [
    { reason: 'frozen', until: null },
    /^Approved, but your account is frozen: it leaves when the freeze is lifted/,
  ],
  [{ reason: 'limit', until: null }, /^We pay out only so much within a given time/],
  [{ reason: 'refill', until: null }, /^The paying wallet is being refilled/],
  [{ reason: 'network', until: null }, /^The network cannot take the payout right now/],
  [{ reason: 'check', until: null }, /^We have to check something before we pay this/],
] as const)('behavior: an approved one that waits says for what: %o', async (waits, said) => {
  await open(withdrawalRecord({ status: 'approved', decideby: null, decider: 'none', checks: [], waits }));
  expect(await screen.findByText(said)).toBeTruthy();
});

test('behavior: one under review behind a freeze can be cancelled, and is not said to leave when it is lifted', async () => {
  await open(withdrawalRecord({ waits: { reason: 'frozen', until: null } }));
  expect(await screen.findByText(/^Your account is frozen, so this withdrawal waits/)).toBeTruthy();
  expect(screen.queryByText(/it leaves when the freeze is lifted/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel this withdrawal' })).toBeTruthy();
});

test('behavior: one that the rules would let pass says that a lock keeps it', async () => {
  const waits = { reason: 'lock', until: '2099-03-02T10:00:00.000Z' } as const;
  await open(withdrawalRecord({ decider: 'none', decideby: null, waits }));
  expect(await screen.findByText(/^No money can leave your account until/)).toBeTruthy();
});

test('behavior: cancelling shows the money as back', async () => {
  let record = withdrawalRecord();
  await openScreen(`${path}?id=wdr_1`, {
    ...config,
    'Wallet/Withdrawals': () => ({ list: [record] }),
    'Wallet/WithdrawCancel': () => {
      const steps = [...record.steps, { status: 'cancelled' as const, time: TIME }];
      record = withdrawalRecord({ status: 'cancelled', decideby: null, steps });
      return record;
    },
  });
  await cancel();
  await waitFor(() => expect(screen.getAllByText('Cancelled')).toHaveLength(2));
  expect(screen.getByText('In review')).toBeTruthy();
  expect(screen.queryByText('Checked')).toBeNull();
  expect(screen.queryByText('Arrives')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel this withdrawal' })).toBeNull();
});

test('behavior: a rejection says why, a failure says where the money is, and neither promises an arrival', async () => {
  await open(withdrawalRecord({ status: 'rejected', reason: 'The address is listed.' }));
  expect(await screen.findByText('The address is listed.')).toBeTruthy();
  expect(screen.queryByText('Arrives')).toBeNull();
});

test('behavior: a failed payout that was released says that the money is back', async () => {
  const description = 'Not paid; the amount is back in your balance';
  await open(withdrawalRecord({ status: 'failed', description }));
  expect(await screen.findByText(description)).toBeTruthy();
});

const onTheWay = ['reviewing', 'approved', 'sending', 'sent'] as const;
const over = ['confirmed', 'rejected', 'cancelled', 'failed'] as const;

test.each(onTheWay)(
  'behavior: one that is %s leads nowhere else: something may still happen here',
  async (status) => {
    await open(withdrawalRecord({ status }));
    expect(await screen.findByText('wdr_1')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Wallet' })).toBeNull();
  },
);

test.each(over)('behavior: one that is %s leads on to the wallet', async (status) => {
  await open(withdrawalRecord({ status, decideby: null }));
  const link = await screen.findByRole('link', { name: 'Wallet' });
  expect(link.getAttribute('href')).toBe('#/pages/wallet/wallet');
});

test('behavior: a cancelled one says that the money is there again', async () => {
  await open(withdrawalRecord({ status: 'cancelled', decideby: null, amount: '40' }));
  expect(await screen.findByText(/40\.00 USDT was not made\. You have the money again/)).toBeTruthy();
});

test('behavior: what a person has let go no longer stands as held; a wallet that is still being refilled does', async () => {
  await open(
    withdrawalRecord({
      status: 'approved',
      decideby: null,
      checks: [
        { check: 'device', result: 'held', detail: 'A new device' },
        { check: 'cover', result: 'held', detail: 'The paying wallet is being refilled' },
        { check: 'history', result: 'pass', detail: 'Nothing unusual' },
      ],
    }),
  );
  const checks = within(await screen.findByRole('list', { name: 'What was checked' })).getAllByRole(
    'listitem',
  );
  expect(checks.map((row) => row.textContent)).toEqual([
    'A new deviceChecked',
    'The paying wallet is being refilledHeld',
    'Nothing unusualPassed',
  ]);
});

test.each(['sending', 'sent', ...over] as const)(
  'behavior: one that is %s is held by nothing, and its checks are gone',
  async (status) => {
    await open(withdrawalRecord({ status, decideby: null }));
    expect(await screen.findByText('wdr_1')).toBeTruthy();
    expect(screen.queryByText('What was checked')).toBeNull();
    expect(screen.queryByText('Held')).toBeNull();
  },
);

test('behavior: a sent one leads to its transaction', async () => {
  const hash = `0x${'ab'.repeat(32)}`;
  await open(withdrawalRecord({ status: 'sent', hash }));
  const link = await screen.findByRole('link', { name: /0xabababab/ });
  expect(link.getAttribute('href')).toBe(`https://scan.example/tx/${hash}`);
});

test('behavior: an address leads to its record, however old, by one question', async () => {
  const { asked } = await openScreen(`${path}?id=wdr_old`, {
    ...config,
    'Wallet/Withdrawals': ({ id }) => ({ list: id === 'wdr_old' ? [withdrawalRecord({ id })] : [] }),
  });
  expect(await screen.findByText('wdr_old')).toBeTruthy();
  expect(asked.filter((call) => call.path === 'Wallet/Withdrawals')).toHaveLength(1);
});

test('refuses: to show what is not there, and says so', async () => {
  await openScreen(`${path}?id=wdr_gone`, { ...config, 'Wallet/Withdrawals': { list: [] } });
  expect(await screen.findByText('There is no such withdrawal.')).toBeTruthy();
});

test('behavior: a decision shows at once, and what can no longer be cancelled has no button', async () => {
  let record = withdrawalRecord();
  await openScreen(`${path}?id=wdr_1`, { ...config, 'Wallet/Withdrawals': () => ({ list: [record] }) });
  expect(await screen.findByRole('button', { name: 'Cancel this withdrawal' })).toBeTruthy();
  record = withdrawalRecord({ status: 'rejected', decideby: null, reason: 'The address is listed.' });
  await refresh('Wallet/Withdrawals');
  expect(await screen.findByText('The address is listed.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel this withdrawal' })).toBeNull();
});

test('behavior: where there is room the newest record stands beside the list, and a row takes its place', async () => {
  const [first, second] = [withdrawalRecord(), withdrawalRecord({ id: 'wdr_2', amount: '60' })];
  const list = (id: unknown) => [first, second].filter((one) => id === undefined || id === one.id);
  const answers: Answers = { ...config, 'Wallet/Withdrawals': ({ id }) => ({ list: list(id) }) };
  await openScreen(path, answers, { isWide: true });
  expect(await screen.findByText('wdr_1')).toBeTruthy();
  const row = screen.getByRole('button', { name: /60\.00 USDT.*In review/ });
  expect(row.getAttribute('aria-current')).toBeNull();
  fireEvent.click(row);
  expect(await screen.findByText('wdr_2')).toBeTruthy();
  expect(row.getAttribute('aria-current')).toBe('true');
  expect(location.hash).toBe(`#${path}?id=wdr_2`);
});
