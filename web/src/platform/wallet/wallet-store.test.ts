// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readStored, writeStored } from '../storage.ts';
import type { Eip1193 } from './eip1193.ts';
import { ProviderError, translateWalletError } from './wallet-error.ts';

const config = [
  { idx: 'chain.id', val: '31337' },
  { idx: 'chain.rpc', val: '/rpc' },
  { idx: 'chain.contracts', val: '{}' },
];
const first = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A wallet outside of the page, with accounts, a chain and its events. */
function wallet(accounts: string[] = [first], chain = 31337) {
  const listeners = new Map<string, (value: unknown) => void>();
  const answers: Record<string, () => unknown> = {
    eth_requestAccounts: () => accounts,
    eth_accounts: () => accounts,
    eth_chainId: () => `0x${chain.toString(16)}`,
    personal_sign: () => '0x51',
  };
  const asked: { method: string; params: unknown }[] = [];
  const provider: Eip1193 = {
    request({ method, params }) {
      asked.push({ method, params });
      return Promise.resolve().then(() => answers[method]?.());
    },
    on: (event, listener) => listeners.set(event, listener),
    removeListener: (event) => listeners.delete(event),
  };
  return { provider, answers, asked, emit: (event: string, value: unknown) => listeners.get(event)?.(value) };
}

/** What a page of before, whose search still goes on, would hear of the wallet of the next test. */
let leave: () => void = () => undefined;

/** A fresh page: modules keep the state of one page each. */
async function openPage(given?: Eip1193) {
  vi.resetModules();
  Object.assign(window, { ethereum: given });
  const store = await import('./wallet-store.ts');
  leave = store.disconnect;
  const session = await import('../session.ts');
  const { queryClient } = await import('../query.ts');
  store.startWallets();
  await expect.poll(() => store.useWalletStore.getState().providers.length).toBe(given ? 1 : 0);
  return { store, session, queryClient, state: () => store.useWalletStore.getState() };
}

const reload = vi.fn();

beforeEach(() => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, list: config, total: config.length, data: null })),
  );
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

afterEach(() => {
  leave();
  localStorage.clear();
  reload.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Object.assign(window, { ethereum: undefined });
});

test('refuses: to connect or sign where there is no wallet', async () => {
  const { store, state } = await openPage();
  expect(state().state).toBe('none');
  await expect(store.connect()).rejects.toMatchObject({ code: 'wallet.notfound' });
  await expect(store.signMessage('x')).rejects.toMatchObject({ code: 'wallet.notconnected' });
});

test('refuses: a wallet on another chain that does not switch signs nothing', async () => {
  const { provider, asked } = wallet([first], 1);
  const { store } = await openPage(provider);
  await store.connect();
  await expect(store.signMessage('x')).rejects.toMatchObject({ code: 'wallet.network' });
  expect(asked.some((one) => one.method === 'personal_sign')).toBe(false);
});

test('behavior: declining access is silent, other errors come in our words', async () => {
  const { provider, answers } = wallet();
  const { store, state } = await openPage(provider);
  answers['eth_requestAccounts'] = () => {
    throw new ProviderError(4001, 'User rejected');
  };
  expect(await store.connect()).toBeUndefined();
  expect(state().state).toBe('found');
  answers['eth_requestAccounts'] = () => {
    throw new ProviderError(-32002, 'Already processing');
  };
  await expect(store.connect()).rejects.toMatchObject({ code: 'wallet.waiting' });
  answers['eth_requestAccounts'] = () => {
    throw new Error('Ledger is asleep');
  };
  await expect(store.connect()).rejects.toMatchObject({
    code: 'wallet.foreign',
    params: { message: 'Ledger is asleep' },
  });
});

test('behavior: an internal error in which the wallet’s node says why is no cancelling', () => {
  const nested = { code: -32603, message: 'Internal JSON-RPC error.', data: { message: 'nonce too low' } };
  for (const [error, code] of [
    [new ProviderError(-32603, 'insufficient funds for gas * price + value'), 'wallet.nogas'],
    [nested, 'wallet.foreign'],
    [new ProviderError(-32603, 'replacement transaction underpriced'), 'wallet.foreign'],
    [new ProviderError(-32603, ''), -32603],
    [new ProviderError(4001, 'insufficient funds'), 4001],
  ] as const)
    expect(translateWalletError(error)).toMatchObject({ code });
});

test('behavior: connected: lower-case address, chain, signature over the text as bytes; remembered', async () => {
  const { provider, asked } = wallet();
  const { store, state } = await openPage(provider);
  expect(await store.connect()).toBe(first.toLowerCase());
  expect(state()).toMatchObject({ state: 'connected', address: first.toLowerCase(), chainId: 31337 });
  expect(await store.signMessage('hé')).toBe('0x51');
  expect(asked.at(-1)).toEqual({ method: 'personal_sign', params: ['0x68c3a9', first.toLowerCase()] });
  expect(readStored('dapp.walletName')).toBe('window.ethereum');

  const again = await openPage(provider);
  await expect.poll(() => again.state().state).toBe('connected');
  expect(asked.filter((one) => one.method === 'eth_requestAccounts')).toHaveLength(1);
});

test.each([
  ['no session', undefined, first],
  ['no bound wallet', 'token', null],
  ['a wallet that stood at another address, perhaps to pay from it', 'token', second],
])(
  'refuses: to end anything for another account in the wallet of who has %s',
  async (_name, token, bound) => {
    const { provider, emit } = wallet();
    const { store, session, queryClient, state } = await openPage(provider);
    if (token !== undefined) session.useSessionStore.getState().start(token);
    if (token !== undefined) queryClient.setQueryData(['Users/Info', {}], { useraddress: bound });
    await store.connect();
    emit('accountsChanged', [second]);
    expect(reload).not.toHaveBeenCalled();
    expect(session.useSessionStore.getState()).toMatchObject({ token, ended: undefined });
    expect(state().address).toBe(second.toLowerCase());
    expect(readStored('dapp.address')).toBe(second.toLowerCase());
  },
);

test('behavior: the member’s own wallet goes to another account: token cleared, address stored, page reloaded; drafts stay', async () => {
  const { provider, emit } = wallet();
  const { store, session, queryClient } = await openPage(provider);
  writeStored('general.drafts', '{"transfer":{"amount":"40"}}');
  session.useSessionStore.getState().start('token');
  queryClient.setQueryData(['Users/Info', {}], { useraddress: first, nickname: 'May' });
  await store.connect();
  emit('accountsChanged', [first]);
  expect(reload).not.toHaveBeenCalled();
  emit('accountsChanged', [second]);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(session.useSessionStore.getState()).toMatchObject({ token: undefined, ended: 'wallet' });
  expect(readStored('dapp.address')).toBe(second.toLowerCase());
  expect(readStored('general.drafts')).toContain('40');
});

test('refuses: to take another account for the member’s own because the wallet was locked in between', async () => {
  const { provider, emit } = wallet();
  const { store, session, queryClient, state } = await openPage(provider);
  session.useSessionStore.getState().start('token');
  queryClient.setQueryData(['Users/Info', {}], { useraddress: first, nickname: 'May' });
  await store.connect();
  emit('accountsChanged', []);
  emit('accountsChanged', [first]);
  expect(state()).toMatchObject({ state: 'connected', address: first.toLowerCase() });
  expect(reload).not.toHaveBeenCalled();
  emit('accountsChanged', []);
  emit('accountsChanged', [second]);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(session.useSessionStore.getState()).toMatchObject({ token: undefined, ended: 'wallet' });
  expect(readStored('dapp.address')).toBe(second.toLowerCase());
});

test('behavior: before the profile is read, the wallet that was noted as the member’s own is theirs', async () => {
  const { provider, emit } = wallet();
  const { store, session } = await openPage(provider);
  session.useSessionStore.getState().start('token');
  await store.connect();
  writeStored('dapp.ownWallet', 'window.ethereum');
  emit('accountsChanged', [second]);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(session.useSessionStore.getState().ended).toBe('wallet');
});

test('behavior: chain changes are followed; a wallet that takes its permission back is only found', async () => {
  const { provider, emit } = wallet();
  const { store, state } = await openPage(provider);
  await store.connect();
  emit('chainChanged', '0x38');
  expect(state().chainId).toBe(56);
  emit('accountsChanged', []);
  expect(state()).toMatchObject({ state: 'found', address: undefined });
  expect(reload).not.toHaveBeenCalled();
});

test('behavior: disconnecting forgets the choice', async () => {
  const { provider } = wallet();
  const { store, state } = await openPage(provider);
  await store.connect();
  store.disconnect();
  expect(state()).toMatchObject({ state: 'found', address: undefined, chosen: undefined });
  expect(readStored('dapp.walletName')).toBeUndefined();
});

test('behavior: an in-app wallet that was imported before the search began is the one in use, after a reload, too', async () => {
  vi.resetModules();
  const { useInAppWallet } = await import('./in-app/keeper.ts');
  useInAppWallet.setState({ status: 'unlocked', address: first });
  const store = await import('./wallet-store.ts');
  store.startWallets();
  await expect
    .poll(() => store.useWalletStore.getState())
    .toMatchObject({
      state: 'connected',
      chosen: 'openmere.inapp',
      address: first.toLowerCase(),
    });
  expect(localStorage.getItem('dapp')).toContain('openmere.inapp');
});

test('refuses: to shut out who has an in-app wallet already, where making one is switched off', async () => {
  config.push({ idx: 'wallet.inapp', val: '0' });
  onTestFinished(() => void config.pop());
  vi.resetModules();
  const { useInAppWallet } = await import('./in-app/keeper.ts');
  const { readChainConfig } = await import('./chain-config.ts');
  useInAppWallet.setState({ status: 'unlocked', address: first });
  const store = await import('./wallet-store.ts');
  store.startWallets();
  await readChainConfig();
  await expect.poll(() => store.useWalletStore.getState()).toMatchObject({ state: 'connected' });
  expect(store.useWalletStore.getState().providers).toHaveLength(1);
});

test('refuses: to go on listening to another wallet that did not connect', async () => {
  const chosen = wallet();
  const other = wallet([second]);
  const { store, state } = await openPage(chosen.provider);
  await store.connect();
  const info = { uuid: 'two', name: 'Other', icon: 'data:image/png;base64,', rdns: 'other.wallet' };
  const detail = { info, provider: other.provider };
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  await expect.poll(() => state().providers.length).toBe(2);
  const found = state().providers.find((one) => one.name === 'Other');
  other.answers['eth_requestAccounts'] = () => {
    throw new ProviderError(4001, 'User rejected');
  };
  expect(await store.connect(found?.id)).toBeUndefined();
  other.emit('accountsChanged', [second]);
  expect(reload).not.toHaveBeenCalled();
  expect(state().address).toBe(first.toLowerCase());
  chosen.emit('chainChanged', '0x38');
  expect(state().chainId).toBe(56);
});

test('refuses: to put the account of before in the place of one that was chosen while another wallet was asked', async () => {
  const asked = wallet();
  const chosen = wallet([second]);
  const { store, state } = await openPage(wallet().provider);
  await store.connect();
  let decline: (error: Error) => void = () => undefined;
  asked.answers['eth_requestAccounts'] = () => new Promise((_resolve, reject) => (decline = reject));
  for (const [uuid, one] of [['asked', asked] as const, ['chosen', chosen] as const]) {
    const detail = { info: { uuid, rdns: uuid, name: uuid }, provider: one.provider };
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  }
  const connecting = store.connect('asked');
  await expect.poll(() => asked.asked.length).toBe(1);
  await store.connect('chosen');
  decline(new ProviderError(4001, 'no'));
  expect(await connecting).toBeUndefined();
  expect(state()).toMatchObject({ chosen: 'chosen', address: second.toLowerCase(), state: 'connected' });
});
