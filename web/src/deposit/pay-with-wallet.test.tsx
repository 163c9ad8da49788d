// @vitest-environment happy-dom
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen, Refused } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { readDraftAmount } from '../platform/drafts.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { addTransaction, clearTransaction } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import * as transactions from '../platform/wallet/transactions.ts';
import { disconnect } from '../platform/wallet/wallet-store.ts';
import { currentToasts, dismissToast } from '../ui/toast-store.ts';
import { transactionRecord } from '../wallet/test-record.ts';

const path = '/pages/wallet/recharge/rechargeChain';
const target: Hex = '0x7ea1d5cf7b0a3a3e7dcd3c52b6b4a7f9c0e1d2a3';
const token: Hex = '0x55d398326f99059ff775485246999027b3197955';
const from: Hex = '0x9fb29aac15b9a4b7f17c3385939b007540f4d791';
const answers: Answers = {
  'Ctrls/GetConfig': { list: [{ idx: 'chain.id', val: '56' }] },
  'Wallet/DepositAddress': { address: target, chainid: 56, token, minimum: '10', confirmations: 15 },
  'Wallet/Deposits': { list: [] },
};
/** The wallet holds 250.5 coins. */
const rpc = (method: string) =>
  method === 'eth_call' ? `0x${(2505n * 10n ** 17n).toString(16).padStart(64, '0')}` : null;

/** A wallet as browsers announce them (EIP-6963); it allows its account when asked. */
function announceWallet(): void {
  const told: Record<string, unknown> = {
    eth_requestAccounts: [from],
    eth_accounts: [],
    eth_chainId: '0x38',
  };
  const provider = { request: async ({ method }: { method: string }) => told[method] };
  const info = { uuid: 'one', name: 'Test Wallet', icon: 'data:image/png;base64,', rdns: 'test.wallet' };
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
}

afterEach(() => {
  vi.restoreAllMocks();
  disconnect();
  window.removeEventListener('eip6963:requestProvider', announceWallet);
});

async function openConnected(more: Answers = {}): Promise<void> {
  window.addEventListener('eip6963:requestProvider', announceWallet);
  await openScreen(path, { ...answers, ...more }, { rpc });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Test Wallet' }));
  await screen.findByText('In this wallet: 250.50 USDT');
}

const typeAmount = (text: string) =>
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: text } });

/** A keyboard cannot hold: it presses twice, with a pause between. */
async function confirmByKeyboard(): Promise<void> {
  await pressTwice();
  await waitFor(() => expect(vi.mocked(transactions.sendTokenTransfer)).toHaveBeenCalled());
}

async function pressTwice(): Promise<void> {
  const first = new MouseEvent('click', { bubbles: true });
  fireEvent(screen.getByRole('button', { name: /Hold to send/ }), first);
  const again = await screen.findByRole('button', { name: /Press again/ });
  await waitFor(() => {
    fireEvent(again, new MouseEvent('click', { bubbles: true }));
    expect(screen.queryByRole('button', { name: /Press again/ })).toBeNull();
  });
}

test('refuses: without a wallet there is nothing to pay with, and nothing is shown', async () => {
  await import('./pay-with-wallet.tsx');
  await openScreen(path, answers);
  await screen.findByText(target);
  expect(screen.queryByText('Pay with your wallet')).toBeNull();
});

test.each([
  ['', 'after'],
  ['?setup=1', 'before'],
])('behavior: with "%s" the wallet at hand stands %s the address', async (query, place) => {
  window.addEventListener('eip6963:requestProvider', announceWallet);
  await openScreen(`${path}${query}`, answers, { rpc });
  const pay = await screen.findByRole('heading', { name: 'Pay with your wallet' });
  const address = screen.getByText('Your deposit address');
  const follows = (pay.compareDocumentPosition(address) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  expect(follows).toBe(place === 'before');
});

test('refuses: less than the least amount would not be credited, so it is not sent', async () => {
  await openConnected();
  typeAmount('9.99');
  expect(screen.getByRole('button', { name: 'At least 10.00 USDT' })).toBeTruthy();
});

test('refuses: to send what is too little by now, though it was enough when the page was opened', async () => {
  const send = vi.spyOn(transactions, 'sendTokenTransfer').mockResolvedValue('id');
  let minimum = '10';
  await openConnected({
    'Wallet/DepositAddress': () => ({ address: target, chainid: 56, token, minimum, confirmations: 15 }),
  });
  typeAmount('40');
  minimum = '50';
  await pressTwice();
  expect(await screen.findByRole('button', { name: 'At least 50.00 USDT' })).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});

test('refuses: to send to another address than the one that was shown, and says so', async () => {
  const send = vi.spyOn(transactions, 'sendTokenTransfer').mockResolvedValue('id');
  let address: string = target;
  await openConnected({
    'Wallet/DepositAddress': () => ({ address, chainid: 56, token, minimum: '10', confirmations: 15 }),
  });
  typeAmount('40');
  address = `0x${'9'.repeat(40)}`;
  await pressTwice();
  expect(await screen.findByText(/Your deposit address has changed, so nothing was sent/)).toBeTruthy();
  expect(screen.getByText('0x99999999…99999999')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('40');
  expect(send).not.toHaveBeenCalled();
});

test('refuses: to send for who may not deposit any more: it says so in place of the address', async () => {
  const send = vi.spyOn(transactions, 'sendTokenTransfer').mockResolvedValue('id');
  let isBarred = false;
  await openConnected({
    'Wallet/DepositAddress': () => {
      if (isBarred) throw new Refused('deposit.barred', 'You cannot deposit from your country.');
      return { address: target, chainid: 56, token, minimum: '10', confirmations: 15 };
    },
  });
  typeAmount('40');
  isBarred = true;
  await pressTwice();
  expect(await screen.findByText('You cannot deposit from your country.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(target)).toBeNull());
  expect(send).not.toHaveBeenCalled();
});

test('refuses: more than the wallet holds is not sent', async () => {
  await openConnected();
  typeAmount('251');
  expect(screen.getByRole('button', { name: 'This wallet holds 250.50 USDT' })).toBeTruthy();
});

test('refuses: what the wallet turns down is a word in passing, and the amount stays', async () => {
  vi.spyOn(transactions, 'sendTokenTransfer').mockRejectedValue({ code: 4001 });
  await openConnected();
  typeAmount('100');
  await confirmByKeyboard();
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain('Cancel'));
  expect(screen.queryByText('Cancel')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('100');
});

test.each([
  ['was sent, and to offer it once more', undefined, ''],
  ['failed', new Refusal('wallet.nogas'), '100'],
] as const)(
  'refuses: to tell who left while the wallet was asked nothing of what %s',
  async (_what, failure, kept) => {
    for (const { id } of currentToasts()) dismissToast(id);
    const asked = Promise.withResolvers<string>();
    vi.spyOn(transactions, 'sendTokenTransfer').mockReturnValue(asked.promise);
    await openConnected();
    typeAmount('100');
    await confirmByKeyboard();
    cleanup();
    if (failure) asked.reject(failure);
    else asked.resolve('id');
    await waitFor(() => expect(readDraftAmount('deposit')).toBe(kept));
    await waitFor(() => expect(currentToasts().map(({ tone }) => tone)).toEqual(failure ? ['danger'] : []));
  },
);

test('behavior: a wallet that was found is connected, and the exact amount goes from it to the deposit address', async () => {
  const send = vi.spyOn(transactions, 'sendTokenTransfer').mockResolvedValue('id');
  await openConnected();
  fireEvent.click(screen.getByRole('button', { name: 'All' }));
  await confirmByKeyboard();
  expect(send).toHaveBeenCalledWith({
    from,
    token,
    to: target,
    amount: 2505n * 10n ** 17n,
    kind: 'deposit',
    note: { amount: '250.5', coinid: 'USDT' },
  });
});

test('behavior: Enter in the amount is the first press, a second one sends; it asks before it is sent', async () => {
  const send = vi.spyOn(transactions, 'sendTokenTransfer').mockResolvedValue('a');
  await openConnected();
  typeAmount('40');
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Hold to send/ });
  expect(button.form).toBe(field.form);
  field.form?.requestSubmit(button);
  expect(send).not.toHaveBeenCalled();
  await confirmByKeyboard();
  expect(send.mock.calls).toMatchObject([[{ to: target, amount: 40n * 10n ** 18n }]]);
});

test('behavior: only an open question of the wallet is waited for, not a payment that the network has dropped', async () => {
  addTransaction(transactionRecord({ kind: 'deposit', from, state: 'signing', hashes: [] }));
  await openConnected();
  typeAmount('40');
  expect(screen.getByRole('button', { name: 'Confirm in your wallet' })).toBeTruthy();
  act(() => addTransaction(transactionRecord({ kind: 'deposit', from, state: 'dropped' })));
  expect(screen.getByRole('button', { name: /Hold to send/ })).toBeTruthy();
  act(() => clearTransaction('one'));
});

test('refuses: to promise that what is held or goes back is credited by itself', async () => {
  const hash = `0x${'cd'.repeat(32)}` as const;
  const note = { amount: '100', coinid: 'USDT' };
  addTransaction(
    transactionRecord({ kind: 'deposit', state: 'confirmed', from, to: token, note, hashes: [hash] }),
  );
  const row = {
    id: 'dep_1',
    time: '2026-01-02T03:04:05.000Z',
    type: 'in',
    coinid: 'USDT',
    address: from,
    amount: '100',
    received: '100',
    fee: '0',
    hash,
    chaintype: 'bsc',
    status: 'barred',
    counterpart: '',
    note: '',
    description: 'We may not take this one.',
  } as const;
  await openConnected({ 'Wallet/Deposits': { list: [row] } });
  expect(screen.getByRole('heading', { name: '100.00 USDT sent' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/It is then credited here by itself/)).toBeNull());
  expect(screen.getAllByText('We may not take this one.').length).toBeGreaterThan(0);
});

test('refuses: to tell a member that what another one of this device has paid is credited to them', async () => {
  const note = { amount: '100', coinid: 'USDT' };
  addTransaction(
    transactionRecord({ kind: 'deposit', note, from, owner: 'somebody else', state: 'confirmed' }),
  );
  await openConnected();
  expect(screen.queryByText(/ sent$/)).toBeNull();
  expect(screen.queryByText(/^It left your wallet/)).toBeNull();
});

test('behavior: a payment is seen again after leaving the page: its result, then one line, and it can be put away', async () => {
  const record: TransactionRecord = {
    id: 'one',
    kind: 'deposit',
    note: { amount: '100', coinid: 'USDT' },
    state: 'confirmed',
    chainId: 56,
    from,
    to: token,
    data: '0x',
    value: '0x0',
    approval: 'none',
    nonce: 1,
    hashes: [`0x${'cd'.repeat(32)}`],
    replacedBy: undefined,
    nonceSeen: undefined,
    clearTo: undefined,
    startedAt: Date.now(),
    sentAt: Date.now(),
    doneAt: Date.now(),
    missingSince: undefined,
    usedSince: undefined,
    byInApp: false,
    problem: undefined,
  };
  addTransaction(record);
  await openConnected();
  expect(screen.getByRole('heading', { name: '100.00 USDT sent' })).toBeTruthy();
  expect(screen.getByText(/^It left your wallet and is being confirmed/)).toBeTruthy();
  expect(screen.getByText('0xcdcdcdcd…cdcdcdcd').closest('details')?.open).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('heading', { name: '100.00 USDT sent' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('100.00 USDT sent')).toBeNull();
});
