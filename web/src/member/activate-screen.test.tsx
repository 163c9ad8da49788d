// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import { queryClient } from '../platform/query.ts';
import {
  addTransaction,
  changeTransaction,
  clearTransaction,
  useTransactionStore,
} from '../platform/wallet/transaction-record.ts';
import { useWalletStore } from '../platform/wallet/wallet-store.ts';
import { bannerOf } from '../setting/test-banner.ts';
import { transactionRecord } from '../wallet/test-record.ts';
import { offerWallet } from '../wallet/test-wallet.ts';
import { memberInfo } from './test-member.ts';

const path = '/pages/wallet/activate/activate';
const own = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const inviter = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const contract = '0x5fc8d32690cc91d4c39d9d3abcbd16989f875707';
const hash = `0x${'a1'.repeat(32)}`;

type Activation = OutputOf<'Chain/Activation'>;
const ready: Activation = {
  state: 'ready',
  inviteraddress: inviter,
  contract,
  hash: null,
  confirmations: 0,
  confirmationsneeded: 15,
  activatedat: null,
};

const info = {
  ...memberInfo,
  useraddress: own,
  inviter: { nickname: 'O***e', invitationcode: 'AAAAAA', useraddress: inviter },
};

const config = { list: [{ idx: 'chain.id', val: '31337' }] };

/** The node behind the relay: a full purse, and a transaction that is mined when `mined` says so. */
function node(chain: { mined: boolean }) {
  const answers: Record<string, () => unknown> = {
    eth_call: () => '0x',
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_gasPrice: () => '0x1',
    eth_estimateGas: () => '0x5208',
    eth_getTransactionCount: () => '0x0',
    eth_blockNumber: () => '0x1',
    eth_getTransactionByHash: () => ({ hash, nonce: '0x0' }),
    eth_getTransactionReceipt: () =>
      chain.mined ? { status: '0x1', transactionHash: hash, blockNumber: '0x2', gasUsed: '0x1' } : null,
  };
  return (method: string) => answers[method]?.();
}

/** A wallet of the browser that holds the bound address. */
function injectWallet(asked: unknown[] = []): Promise<void> {
  const send = (transaction: unknown) => (asked.push(transaction), hash);
  return offerWallet({ address: own, send });
}

afterEach(() => {
  for (const record of useTransactionStore.getState().records) clearTransaction(record.id);
});

test('refuses: to send without the wallet that is bound', async () => {
  await openScreen(path, { 'Chain/Activation': ready, 'Users/Info': info, 'Ctrls/GetConfig': config });
  expect(await screen.findByRole('button', { name: 'Connect your bound wallet' })).toBeTruthy();
  expect(screen.getByText('O***e')).toBeTruthy();
  expect(screen.getByText('Network fee only')).toBeTruthy();
});

test('refuses: to activate another account that came into use meanwhile', async () => {
  const asked: unknown[] = [];
  let isPressed = false;
  const answer = () => {
    if (isPressed) useWalletStore.setState({ address: inviter });
    return ready;
  };
  const answers = { 'Chain/Activation': answer, 'Users/Info': info, 'Ctrls/GetConfig': config };
  await openScreen(path, answers, { rpc: node({ mined: false }) });
  await injectWallet(asked);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Web3 Wallet' }));
  const hold = await screen.findByRole('button', { name: 'Hold to activate' });
  isPressed = true;
  fireEvent.pointerDown(hold, { button: 0, pressure: 0.5, pointerType: 'touch' });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^A different wallet is connected/);
  expect(asked).toEqual([]);
});

test('refuses: to send again while one is on its way', async () => {
  const pending: Activation = { ...ready, state: 'pending', hash, confirmations: 3 };
  await openScreen(path, { 'Chain/Activation': pending, 'Users/Info': info, 'Ctrls/GetConfig': config });
  expect(await screen.findByText(/^3 of 15 confirmations/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /activate/i })).toBeNull();
  const help = await screen.findByRole('link', { name: 'Get help with this' });
  expect(help.getAttribute('href')).toContain(`about=activation:act_${own}`);
});

test('behavior: what the network has dropped can be sent again, with what is known about it in sight', async () => {
  addTransaction(transactionRecord({ from: own }));
  await openScreen(path, { 'Chain/Activation': ready, 'Users/Info': info, 'Ctrls/GetConfig': config });
  expect(await screen.findByText('Sent')).toBeTruthy();
  expect(screen.queryByText('Network fee only')).toBeNull();
  act(() => changeTransaction('one', { state: 'dropped' }));
  expect(await screen.findByText('Network fee only')).toBeTruthy();
  expect(screen.getByText(/^The network has dropped it/)).toBeTruthy();
});

test.each<[Activation['state'], string, string]>([
  ['nowallet', 'Bind a wallet', '#/pages/mine/blind/blind?kind=wallet&setup=1'],
  ['nocountry', 'Declare the country', '#/pages/mine/userInfo/userInfo?setup=1'],
])('behavior: %s leads to what is missing', async (state, name, href) => {
  const answers = { 'Chain/Activation': { ...ready, state }, 'Users/Info': info, 'Ctrls/GetConfig': config };
  await openScreen(path, answers);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});

test('behavior: an inviter who is not activated is said, without a button that cannot work', async () => {
  const answers = {
    'Chain/Activation': { ...ready, state: 'inviternotactivated' as const },
    'Users/Info': info,
  };
  await openScreen(path, { ...answers, 'Ctrls/GetConfig': config });
  expect(await screen.findByText('Your inviter is not activated yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /activate/i })).toBeNull();
});

test('refuses: to invite to pay for it who may only leave', async () => {
  const barred = { ...ready, state: 'barred' as const };
  await openScreen(path, { 'Chain/Activation': barred, 'Users/Info': info, 'Ctrls/GetConfig': config });
  expect(await screen.findByText('Activation is not available to your account')).toBeTruthy();
  expect(screen.queryByText('Network fee only')).toBeNull();
  expect(screen.queryByRole('button', { name: /activate/i })).toBeNull();
});

test('behavior: bones first; what could not be read has a retry', async () => {
  await openScreen(path, { 'Chain/Activation': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: an error says why and tries again', async () => {
  await openScreen(path, {
    'Chain/Activation': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('refuses: while activation is paused, and says since when', async () => {
  const since = '2026-11-20T10:00:00.000Z';
  await openScreen(path, {
    'Chain/Activation': ready,
    'Users/Info': info,
    'Ctrls/GetConfig': config,
    index: bannerOf([{ what: 'activation', since, reason: 'We are upgrading this service.' }]),
  });
  await injectWallet();
  expect(await screen.findByText(/^It has been paused since .*2026.* We are upgrading/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Activation is paused for now' })).toBeTruthy();
});

test('behavior: activated says since when', async () => {
  const done: Activation = { ...ready, state: 'activated', activatedat: '2026-11-20T10:00:00.000Z' };
  await openScreen(path, { 'Chain/Activation': done, 'Users/Info': info, 'Ctrls/GetConfig': config });
  expect(await screen.findByText('Your account is activated')).toBeTruthy();
  // Nothing on chain: there are no facts to ask about.
  expect(screen.queryByRole('link', { name: 'Get help with this' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to Home' })).toBeTruthy();
});

test('behavior: in the set-up nothing beside the next step leads away from it', async () => {
  const done: Activation = { ...ready, state: 'activated', activatedat: '2026-11-20T10:00:00.000Z' };
  await openScreen(`${path}?setup=1`, {
    'Chain/Activation': done,
    'Users/Info': info,
    'Ctrls/GetConfig': config,
  });
  expect(await screen.findByText('Your account is activated')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Go to Home' })).toBeNull();
});

test('behavior: without BNB it says where to send some, on the chain that this is, and coins come before the button', async () => {
  const rpc = (method: string) => (method === 'eth_getBalance' ? '0x0' : node({ mined: false })(method));
  const list = [...config.list, { idx: 'dev.faucet', val: '/dev/faucet' }];
  await openScreen(
    path,
    { 'Chain/Activation': ready, 'Users/Info': info, 'Ctrls/GetConfig': { list } },
    { rpc },
  );
  expect(await screen.findByText(/to the address below on Openmere Dev Chain\.$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Get test coins' }).dataset['tone']).toBe('primary');
});

/** Tries with a wallet that turns it down, and waits until its part is back. */
async function tryInVain(rpc: (method: string) => unknown): Promise<void> {
  const list = [...config.list, { idx: 'dev.faucet', val: '/dev/faucet' }];
  const answers = { 'Chain/Activation': ready, 'Users/Info': info, 'Ctrls/GetConfig': { list } };
  await openScreen(path, answers, { rpc });
  const send = () => {
    throw new Error('the node is away');
  };
  await offerWallet({ address: own, send });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Web3 Wallet' }));
  const hold = await screen.findByRole('button', { name: 'Hold to activate' });
  fireEvent.pointerDown(hold, { button: 0, pressure: 0.5, pointerType: 'touch' });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Hold to activate' })).toBeTruthy();
}

test('behavior: why a try was not sent stays in sight when its part comes back', async () => {
  await tryInVain(node({ mined: false }));
  await screen.findByText('O***e');
  expect(screen.getByRole('alert').textContent).toBe('Your wallet says: the node is away');
});

test('behavior: what was said of an empty wallet goes when there is something in it', async () => {
  let isEmpty = true;
  const full = node({ mined: false });
  await tryInVain((method) => (method === 'eth_getBalance' && isEmpty ? '0x0' : full(method)));
  isEmpty = false;
  await queryClient.refetchQueries();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('behavior: connects, sends activate(inviter), and follows it until the server has it', async () => {
  const asked: unknown[] = [];
  const chain = { mined: false };
  let activation = ready;
  const answers = { 'Chain/Activation': () => activation, 'Users/Info': info, 'Ctrls/GetConfig': config };
  await openScreen(path, answers, { rpc: node(chain) });
  await injectWallet(asked);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Web3 Wallet' }));
  const hold = await screen.findByRole('button', { name: 'Hold to activate' });
  fireEvent.pointerDown(hold, { button: 0, pressure: 0.5, pointerType: 'touch' });
  expect(await screen.findByText(/On its way/)).toBeTruthy();
  expect(asked).toEqual([
    { from: own, to: contract, value: '0x0', data: `0x1c5a9d9c${inviter.slice(2).padStart(64, '0')}` },
  ]);
  expect(screen.queryByRole('button', { name: 'Hold to activate' })).toBeNull();
  activation = { ...ready, state: 'activated', activatedat: '2026-11-21T09:00:00.000Z' };
  chain.mined = true;
  expect(await screen.findByText('Your account is activated')).toBeTruthy();
  queryClient.clear();
});
