import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
// @vitest-environment happy-dom
import { encodeErrorResult } from 'viem';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import gasSnapshot from '../../../../contracts/gas-snapshot.json' with { type: 'json' };
import { readStored, writeStored } from '../storage.ts';
import type { Eip1193, Hex } from './eip1193.ts';
import { ProviderError } from './wallet-error.ts';

const from: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const to: Hex = '0x1111111111111111111111111111111111111111';
const token: Hex = '0x2222222222222222222222222222222222222222';
const hash: Hex = `0x${'a1'.repeat(32)}`;
type Answer = unknown;
type SentCall = { to: Hex; data: Hex; gas?: Hex };

/** The node behind `/rpc`: answers by method, errors thrown as JSON-RPC has them. */
const node: Record<string, (params: unknown[]) => Answer> = {};
let mined = false;

beforeEach(() => {
  mined = false;
  walletChain = '0x7a69';
  Object.assign(node, {
    eth_call: () => `0x${'0'.repeat(64)}`,
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_gasPrice: () => '0x3b9aca00',
    eth_estimateGas: () => '0x5208',
    eth_getTransactionCount: () => (mined ? '0x6' : '0x5'),
    eth_blockNumber: () => '0x64',
    eth_getTransactionByHash: () => ({ hash, nonce: '0x5' }),
    eth_getTransactionReceipt: () =>
      mined ? { status: '0x1', transactionHash: hash, blockNumber: '0x65', gasUsed: '0x1' } : null,
  });
  vi.stubGlobal('fetch', (path: string, init: { body: string }) => {
    if (path !== '/rpc') {
      const list = [
        { idx: 'chain.id', val: '31337' },
        { idx: 'chain.contracts', val: JSON.stringify({ usdt: token }) },
      ];
      return Promise.resolve(Response.json({ success: true, list, total: list.length, data: null }));
    }
    const { method, params } = JSON.parse(init.body) as { method: string; params: unknown[] };
    try {
      return Promise.resolve(Response.json({ result: node[method]?.(params) }));
    } catch (error) {
      const { code, message, data } = error as Error & { code: number; data: Hex };
      return Promise.resolve(Response.json({ error: { code, message, data } }));
    }
  });
});

/** The browser's locks, which the pages of the app see of each other. */
function shareLocks(): void {
  const held = new Set<string>();
  const locks = {
    async request(name: string, work: () => Promise<void>) {
      held.add(name);
      await work();
      held.delete(name);
    },
    query: () => Promise.resolve({ held: [...held].map((name) => ({ name })), pending: [] }),
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  localStorage.clear();
  vi.unstubAllGlobals();
  Object.assign(window, { ethereum: undefined });
});

let walletChain: Hex = '0x7a69';

/** A fresh page with a connected wallet; `send` is what it does when asked to send. */
async function openPage(send: (call: SentCall) => unknown = () => hash) {
  vi.resetModules();
  const asked: SentCall[] = [];
  const provider: Eip1193 = {
    request({ method, params = [] }) {
      if (method === 'eth_sendTransaction') asked.push(params[0] as SentCall);
      return Promise.resolve().then(() =>
        method === 'eth_chainId'
          ? walletChain
          : method === 'eth_sendTransaction'
            ? send(params[0] as SentCall)
            : [from],
      );
    },
  };
  Object.assign(window, { ethereum: provider });
  const wallets = await import('./wallet-store.ts');
  wallets.startWallets();
  await expect.poll(() => wallets.useWalletStore.getState().providers.length).toBe(1);
  await wallets.connect();
  const transactions = await import('./transactions.ts');
  const records = await import('./transaction-record.ts');
  return {
    ...transactions,
    ...records,
    ...wallets,
    asked,
    list: () => records.useTransactionStore.getState().records,
  };
}

const plan = { kind: 'activation' as const, to, data: '0x01' as Hex };

test('refuses: what would revert is never shown to the wallet, and is explained', async () => {
  const page = await openPage();
  node['eth_call'] = () => {
    throw Object.assign(new Error('execution reverted'), {
      code: 3,
      data: encodeErrorResult({ abi: membershipAbi, errorName: 'InviterNotActive', args: [to] }),
    });
  };
  await expect(page.sendTransaction(plan)).rejects.toMatchObject({ code: 'wallet.revertInviter' });
  expect(page.asked).toEqual([]);
  expect(page.list()).toEqual([]);
});

test('refuses: a wallet without BNB, before anything is signed', async () => {
  const page = await openPage();
  node['eth_getBalance'] = () => '0x0';
  await expect(page.sendTransaction(plan)).rejects.toMatchObject({ code: 'wallet.nogas' });
  expect(page.asked).toEqual([]);
});

test('refuses: the member’s no leaves nothing behind and keeps its number', async () => {
  const page = await openPage(() => {
    throw new ProviderError(4001, 'no');
  });
  await expect(page.sendTransaction(plan)).rejects.toMatchObject({ code: 4001 });
  expect(readStored('dapp.transactions')).toBeUndefined();
});

test('refuses: to sign by another wallet than the one that was shown', async () => {
  const page = await openPage();
  await expect(page.sendTransaction({ ...plan, from: to })).rejects.toMatchObject({
    code: 'wallet.walletWrong',
    params: { address: '0x11111111…11111111' },
  });
  expect(page.asked).toEqual([]);
  expect(page.list()).toEqual([]);
});

test('behavior: what a wallet sent before its error is followed to its end', async () => {
  const page = await openPage(() => {
    throw new ProviderError(-32603, 'timeout');
  });
  let taken = false;
  node['eth_getTransactionCount'] = ([, block]) => {
    const isTaken = taken && block === 'pending';
    taken ||= page.asked.length > 0;
    return isTaken ? '0x6' : '0x5';
  };
  const id = await page.sendTransaction(plan);
  expect(page.findTransaction(id)).toMatchObject({ state: 'sent', hashes: [], nonce: 5 });
});

test('refuses: an error of the wallet after which the network has nothing leaves nothing behind', async () => {
  const page = await openPage(() => {
    throw new ProviderError(-32603, '');
  });
  await expect(page.sendTransaction(plan)).rejects.toMatchObject({ code: -32603 });
  expect(page.asked).toHaveLength(1);
  expect(page.list()).toEqual([]);
});

test('behavior: sent, followed to its receipt, kept for who comes back', async () => {
  const page = await openPage();
  const id = await page.sendTransaction(plan);
  expect(page.findTransaction(id)).toMatchObject({ state: 'sent', hashes: [hash], nonce: 5, from });
  mined = true;
  await expect.poll(() => page.findTransaction(id)?.state, { timeout: 5000 }).toBe('confirmed');
  page.clearTransaction(id);
  expect(readStored('dapp.transactions')).toBeUndefined();
});

test('behavior: after a reload it is followed on, from storage', async () => {
  const page = await openPage();
  const id = await page.sendTransaction(plan);
  const reloaded = await openPage();
  expect(reloaded.findTransaction(id)).toMatchObject({ state: 'sent' });
  reloaded.resumeTransactions();
  mined = true;
  await expect.poll(() => reloaded.findTransaction(id)?.state, { timeout: 5000 }).toBe('confirmed');
});

test('property: the gas that stands in for what cannot be counted yet is more than any call takes that an approval goes before', async () => {
  const { GAS_AFTER_APPROVAL, poolGas } = await import('./send-transaction.ts');
  const taken = Object.entries(gasSnapshot as Record<string, number>);
  const calls = taken.filter(([name]) => /^(SwapDesk\.(buy|sell)|LiquidityDesk\.(add|readd))/.test(name));
  expect(calls.length).toBeGreaterThanOrEqual(7);
  for (const [name, gas] of calls) expect(poolGas(BigInt(gas)), name).toBeLessThan(GAS_AFTER_APPROVAL);
});

test('behavior: a payment is a transfer of exactly that amount', async () => {
  const page = await openPage();
  await page.sendTokenTransfer({ from, token, to, amount: 100n * 10n ** 18n, kind: 'deposit', note: {} });
  expect(page.asked[0]).toEqual({
    from,
    to: token,
    value: '0x0',
    data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${(100n * 10n ** 18n).toString(16).padStart(64, '0')}`,
  });
});

test('behavior: an approval goes first, for the exact amount, and only when less is allowed', async () => {
  const page = await openPage();
  const amount = 7n * 10n ** 18n;
  mined = true;
  const approve = { token, spender: to, amount };
  await page.sendTransaction({ ...plan, approve });
  expect(page.asked.map((call) => call.data.slice(0, 10))).toEqual(['0x095ea7b3', '0x01']);
  expect(page.asked[0]?.data.slice(-64)).toBe(amount.toString(16).padStart(64, '0'));
  node['eth_call'] = () => `0x${amount.toString(16).padStart(64, '0')}`;
  await page.sendTransaction({ ...plan, approve });
  expect(page.asked.slice(2).map((call) => call.data)).toEqual(['0x01']);
});

test('behavior: two coins are authorized one after the other, each once', async () => {
  const page = await openPage();
  mined = true;
  const approve = [
    { token, spender: to, amount: 1n },
    { token: to, spender: to, amount: 2n },
  ];
  await page.sendTransaction({ ...plan, approve });
  expect(page.asked.map((call) => [call.to, call.data.slice(-2)])).toEqual([
    [token, '01'],
    [to, '02'],
    [to, '01'],
  ]);
});

test('refuses: to ask for the second coin when the first was allowed for less than is needed, and says both amounts', async () => {
  const page = await openPage();
  const needed = 7n * 10n ** 18n;
  const [topic, owner, spender] = [
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    `0x${from.slice(2).padStart(64, '0')}`,
    `0x${to.slice(2).padStart(64, '0')}`,
  ];
  const mine = (value: bigint) => {
    const data = `0x${value.toString(16).padStart(64, '0')}`;
    const log = { address: token, topics: [topic, owner, spender], data };
    const logs = [log, { ...log, address: from, data: '0x0' }];
    node['eth_getTransactionReceipt'] = () => ({ status: '0x1', transactionHash: hash, logs });
  };
  const approve = [
    { token, spender: to, amount: needed },
    { token: from, spender: to, amount: 2n },
  ];
  mine(needed - 1n);
  await expect(page.sendTransaction({ ...plan, approve })).rejects.toMatchObject({
    code: 'wallet.approvalless',
    params: { approved: '6.99999 USDT', needed: '7.00 USDT' },
  });
  expect(page.asked).toHaveLength(1);
  expect(page.list()).toEqual([]);
  mine(needed);
  await page.sendTransaction({ ...plan, approve: approve.slice(0, 1) });
  expect(page.asked).toHaveLength(3);
});

test('behavior: a call that moves the pool takes a quarter and 40,000 more gas than was counted', async () => {
  const page = await openPage();
  await page.sendTransaction({ ...plan, pool: true });
  expect(BigInt(page.asked[0]?.gas ?? '0x0')).toBe((21_000n * 5n) / 4n + 40_000n);
  await page.sendTransaction(plan);
  expect(page.asked[1]?.gas).toBeUndefined();
});

test('refuses: gas with its headroom counts when the BNB is compared', async () => {
  const page = await openPage();
  const gasPrice = 10n ** 9n;
  node['eth_getBalance'] = () => `0x${(22_000n * gasPrice).toString(16)}`;
  await expect(page.sendTransaction({ ...plan, pool: true })).rejects.toMatchObject({
    code: 'wallet.needgas',
  });
  expect(page.asked).toEqual([]);
});

/** What is on its way was asked of the wallet of this device. */
function signInApp(page: Awaited<ReturnType<typeof openPage>>): void {
  for (const { id } of page.list()) page.changeTransaction(id, { byInApp: true });
}

test('refuses: to say that nothing was sent of what another wallet was asked, because this device’s own is in use by now', async () => {
  const page = await openPage(() => new Promise(() => undefined));
  void page.sendTransaction(plan);
  await expect.poll(() => page.list()[0]?.state).toBe('signing');
  const reloaded = await openPage();
  writeStored('dapp.walletName', 'openmere.inapp');
  node['eth_blockNumber'] = () => '0x65';
  reloaded.resumeTransactions();
  await expect.poll(() => reloaded.list()[0]?.clearTo, { timeout: 5000 }).toBe(101);
  expect(reloaded.list()).toMatchObject([{ state: 'signing' }]);
});

test('behavior: what the in-app wallet was asked ends with the page, and says that nothing was sent', async () => {
  const page = await openPage(() => new Promise(() => undefined));
  void page.sendTransaction(plan);
  await expect.poll(() => page.list()[0]?.state).toBe('signing');
  const reloaded = await openPage();
  signInApp(reloaded);
  reloaded.resumeTransactions();
  await expect.poll(() => reloaded.list()[0]?.state).toBe('unsent');
});

test('behavior: was it sent after all, it is followed, also after the page of the in-app wallet is gone', async () => {
  const page = await openPage(() => new Promise(() => undefined));
  void page.sendTransaction(plan);
  await expect.poll(() => page.list()[0]?.state).toBe('signing');
  const reloaded = await openPage();
  signInApp(reloaded);
  let asked = 0;
  node['eth_getTransactionCount'] = ([, block]) => {
    asked += 1;
    return block === 'pending' ? '0x6' : '0x5';
  };
  reloaded.resumeTransactions();
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(reloaded.list()[0]?.state).toBe('signing');
});

test('refuses: a second page takes no running approval or question out of sight, and calls none over', async () => {
  shareLocks();
  let answer: (hash: Hex) => void = () => undefined;
  const wait = () => new Promise<Hex>((resolve) => (answer = resolve));
  const page = await openPage(wait);
  const sending = page.sendTransaction({ ...plan, approve: { token, spender: to, amount: 1n } });
  await expect.poll(() => page.list()[0]?.state).toBe('approving');
  const second = await openPage(wait);
  second.resumeTransactions();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(second.list()).toMatchObject([{ state: 'approving' }]);
  mined = true;
  answer(hash);
  await expect.poll(() => page.list()[0]?.state, { timeout: 3000 }).toBe('signing');
  const third = await openPage(wait);
  signInApp(third);
  third.resumeTransactions();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(third.list()).toMatchObject([{ state: 'signing' }]);
  answer(hash);
  await sending;
  expect(page.list()).toMatchObject([{ kind: 'activation', hashes: [hash] }]);
});

test('behavior: a question that was asked of an outside wallet by a page that is gone is out of sight', async () => {
  shareLocks();
  const page = await openPage(() => new Promise(() => undefined));
  void page.sendTransaction({ ...plan, approve: { token, spender: to, amount: 1n } });
  await expect.poll(() => page.list()[0]?.state).toBe('approving');
  // The page is gone, and its locks with it.
  shareLocks();
  const next = await openPage();
  next.resumeTransactions();
  await expect.poll(() => next.list()).toEqual([]);
});

test('behavior: a question whose page goes while this one stays is over here, too', async () => {
  shareLocks();
  const page = await openPage(() => new Promise(() => undefined));
  void page.sendTransaction({ ...plan, approve: { token, spender: to, amount: 1n } });
  await expect.poll(() => page.list()[0]?.state).toBe('approving');
  const other = await openPage();
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
  other.resumeTransactions();
  await vi.advanceTimersByTimeAsync(4500);
  expect(other.list()).toMatchObject([{ state: 'approving' }]);
  // The page is gone, and its locks with it.
  shareLocks();
  await vi.advanceTimersByTimeAsync(2000);
  await expect.poll(() => other.list()).toEqual([]);
});

test('behavior: the in-app wallet’s question whose page goes while this one stays says that nothing was sent', async () => {
  shareLocks();
  const page = await openPage(() => new Promise(() => undefined));
  void page.sendTransaction(plan);
  await expect.poll(() => page.list()[0]?.state).toBe('signing');
  const other = await openPage();
  signInApp(other);
  other.resumeTransactions();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(other.list()).toMatchObject([{ state: 'signing' }]);
  shareLocks();
  await expect.poll(() => other.list()[0]?.state, { timeout: 6000 }).toBe('unsent');
}, 20_000);

test('refuses: a new page in place of the one that waits for the wallet', async () => {
  let answer: (hash: Hex) => void = () => undefined;
  const page = await openPage(() => new Promise((resolve) => (answer = resolve)));
  const { underWay } = await import('../fetch-anew.ts');
  const sending = page.sendTransaction(plan);
  await expect.poll(() => page.list()[0]?.state).toBe('signing');
  expect(underWay.size).toBe(1);
  answer(hash);
  await sending;
  expect(underWay.size).toBe(0);
});

test('behavior: what was signed is followed, also when its record was lost meanwhile', async () => {
  let answer: (hash: Hex) => void = () => undefined;
  const page = await openPage(() => new Promise((resolve) => (answer = resolve)));
  const sending = page.sendTransaction(plan);
  await expect.poll(() => page.list()[0]?.state).toBe('signing');
  writeStored('dapp.transactions', undefined);
  page.reloadTransactions();
  answer(hash);
  const id = await sending;
  expect(page.findTransaction(id)).toMatchObject({
    state: 'sent',
    hashes: [hash],
    nonce: 5,
    approval: 'none',
  });
  mined = true;
  await expect.poll(() => page.findTransaction(id)?.state, { timeout: 5000 }).toBe('confirmed');
});

test.each<[string, (page: Awaited<ReturnType<typeof openPage>>) => void, string]>([
  ['chain', () => (walletChain = '0x1'), 'wallet.network'],
  ['account', ({ useWalletStore }) => useWalletStore.setState({ address: to }), 'wallet.walletWrong'],
])(
  'refuses: to sign when the wallet has changed its %s while the approval was on its way',
  async (_what, change, code) => {
    const page = await openPage();
    const sending = page.sendTransaction({ ...plan, approve: { token, spender: to, amount: 1n } });
    const refused = expect(sending).rejects.toMatchObject({ code });
    await expect.poll(() => page.asked.length).toBe(1);
    change(page);
    mined = true;
    await refused;
    expect(page.asked).toHaveLength(1);
  },
);

test('behavior: an approval under another hash is noticed by what is allowed, also when a look fails', async () => {
  const page = await openPage();
  let looks = 0;
  node['eth_getTransactionReceipt'] = () => {
    looks += 1;
    if (looks === 1) throw Object.assign(new Error('away'), { code: -32603 });
    return null;
  };
  const sending = page.sendTransaction({ ...plan, approve: { token, spender: to, amount: 7n } });
  await expect.poll(() => page.asked.length).toBe(1);
  node['eth_call'] = () => `0x${'7'.padStart(64, '0')}`;
  await sending;
  expect(page.asked.map((call) => call.data.slice(0, 10))).toEqual(['0x095ea7b3', '0x01']);
});

test('refuses: to wait five minutes for an approval whose nonce went to something else', async () => {
  const page = await openPage();
  node['eth_getTransactionByHash'] = () => null;
  node['eth_getTransactionCount'] = ([, block]) => (block === 'latest' ? '0x6' : '0x5');
  // Half a minute passes in each second.
  const start = Date.now();
  const before = performance.now();
  vi.spyOn(Date, 'now').mockImplementation(() => start + (performance.now() - before) * 30);
  const sending = page.sendTransaction({ ...plan, approve: { token, spender: to, amount: 7n } });
  await expect(sending).rejects.toMatchObject({ code: 'wallet.approvalgone' });
  expect(Date.now() - start).toBeLessThan(4 * 60_000);
  vi.restoreAllMocks();
  expect(page.asked).toHaveLength(1);
}, 15_000);
