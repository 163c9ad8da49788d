// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { activatedMember } from '../member/test-member.ts';
import { useTransactionStore } from '../platform/wallet/transaction-record.ts';
import { connect, useWalletStore } from '../platform/wallet/wallet-store.ts';
import { offerWallet } from './test-wallet.ts';

const path = '/pages/wallet/approvals/approvals';
const own = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const hash = `0x${'a1'.repeat(32)}`;
const usdt = '0x1000000000000000000000000000000000000001';
const open = '0x1000000000000000000000000000000000000002';
const swapDesk = '0x1000000000000000000000000000000000000006';
const liquidityDesk = '0x1000000000000000000000000000000000000007';
const config = {
  list: [
    { idx: 'chain.id', val: '31337' },
    { idx: 'chain.contracts', val: JSON.stringify({ usdt, open, swapDesk, liquidityDesk }) },
  ],
};

const member = { ...activatedMember, useraddress: own };

/** What may be taken, by token and spender; approvals that are sent change it at once. */
type Allowances = Map<string, bigint>;
const keyOf = (token: string, spender: string) => `${token} ${spender}`;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

function nodeOf(allowances: Allowances) {
  return (method: string, params: readonly unknown[]): unknown => {
    const answers: Record<string, () => unknown> = {
      eth_call() {
        const { to, data } = params[0] as { to: string; data: string };
        if (!data.startsWith('0xdd62ed3e')) return word(1n);
        return word(allowances.get(keyOf(to, `0x${data.slice(-40)}`)) ?? 0n);
      },
      eth_getBalance: () => '0xde0b6b3a7640000',
      eth_gasPrice: () => '0x1',
      eth_estimateGas: () => '0x5208',
      eth_getTransactionCount: () => '0x0',
      eth_blockNumber: () => '0x1',
      eth_getTransactionByHash: () => ({ hash, nonce: '0x0' }),
      eth_getTransactionReceipt: () => ({
        status: '0x1',
        transactionHash: hash,
        blockNumber: '0x2',
        gasUsed: '0x1',
      }),
    };
    return answers[method]?.();
  };
}

async function injectWallet(allowances: Allowances, signed?: bigint): Promise<void> {
  const send = (transaction: unknown) => {
    const { to, data } = transaction as { to: string; data: string };
    allowances.set(keyOf(to, `0x${data.slice(34, 74)}`), signed ?? BigInt(`0x${data.slice(-64)}`));
    return hash;
  };
  await offerWallet({ address: own, send });
  await connect(useWalletStore.getState().providers[0]?.id);
}

async function openApprovals(allowances: Allowances, answers: Answers = {}) {
  return openScreen(
    path,
    { 'Users/Info': member, 'Ctrls/GetConfig': config, ...answers },
    { rpc: nodeOf(allowances) },
  );
}

async function revokeUsdt(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: /Openmere swap/ }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Hold: Revoke USDT' }));
  const again = await sheet.findByRole('button', { name: /Press again/ });
  await waitFor(() => {
    fireEvent.click(again);
    expect(screen.queryByRole('button', { name: /Press again/ })).toBeNull();
  });
}

beforeEach(() => useTransactionStore.setState({ records: [] }));

test('refuses: to show a profile or a chain that cannot be read as "nothing"', async () => {
  await openApprovals(new Map(), {
    'Users/Info': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  expect(screen.queryByText('Nobody may take your coins')).toBeNull();
});

test('refuses: to take back with another wallet than the bound one', async () => {
  await openApprovals(new Map([[keyOf(usdt, swapDesk), 5n * 10n ** 18n]]));
  fireEvent.click(await screen.findByRole('button', { name: /Openmere swap/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByRole('button', { name: 'Connect your bound wallet' })).toBeTruthy();
});

test('refuses: to say that it can take no more while it can: the wallet has signed another amount', async () => {
  const allowances: Allowances = new Map([[keyOf(usdt, swapDesk), 5n * 10n ** 18n]]);
  await openApprovals(allowances);
  await injectWallet(allowances, 3n * 10n ** 18n);
  await revokeUsdt();
  expect(await screen.findByText('3.00 USDT')).toBeTruthy();
  expect(screen.getByText('Confirmed on chain')).toBeTruthy();
  expect(screen.queryByText('It can no longer take USDT.')).toBeNull();
});

test('refuses: a member without any wallet, with the way to one', async () => {
  await openApprovals(new Map(), { 'Users/Info': { ...member, useraddress: null } });
  expect(await screen.findByRole('link', { name: 'Bind a wallet' })).toBeTruthy();
});

test('behavior: while it is read there are bones', async () => {
  await openApprovals(new Map(), { 'Users/Info': () => unanswered });
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
});

test('behavior: with nothing allowed it says so, and how much was looked at', async () => {
  await openApprovals(new Map());
  expect(await screen.findByText('Nobody may take your coins')).toBeTruthy();
  expect(screen.getByText(/^4 possible approvals checked/)).toBeTruthy();
});

test('behavior: what may be taken is listed, without a limit in red, and is taken back', async () => {
  const allowances: Allowances = new Map([
    [keyOf(usdt, swapDesk), 2n ** 256n - 1n],
    [keyOf(open, liquidityDesk), 7n * 10n ** 18n],
  ]);
  await openApprovals(allowances);
  await injectWallet(allowances);
  expect(await screen.findByText('Unlimited')).toBeTruthy();
  expect(screen.getByText(/An unlimited approval/)).toBeTruthy();
  expect(screen.getByText('7.00 OPEN')).toBeTruthy();
  await revokeUsdt();
  expect(await screen.findByText('It can no longer take USDT.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Unlimited')).toBeNull());
  expect(allowances.get(keyOf(usdt, swapDesk))).toBe(0n);
  expect(screen.getByText('7.00 OPEN')).toBeTruthy();
});
