// @vitest-environment happy-dom
import { parseTransaction, recoverMessageAddress, recoverTransactionAddress } from 'viem';
import type { Hex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSessionStore } from '../../session.ts';
import { useApproval } from './approval.ts';
import { argon2Key } from './argon2.ts';
import { inAppWallet } from './found.ts';
import { useInAppWallet } from './keeper.ts';
import { deriveWith, importWallet, lockWallet } from './key-holder.ts';
import type { Vault } from './vault.ts';

const own = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const phrase = 'test test test test test test test test test test test junk'.split(' ');
const disk: { vault: Vault | undefined } = { vault: undefined };

vi.mock('./vault-store.ts', () => ({
  readVault: () => Promise.resolve(disk.vault),
  saveVault: (vault: Vault) => Promise.resolve(void (disk.vault = vault)),
  deleteVault: () => Promise.resolve(void (disk.vault = undefined)),
}));
deriveWith((text, recipe) => argon2Key(text, { ...recipe, memory: 64, passes: 1 }));

type Node = Record<string, (params: unknown[]) => unknown>;
let node: Node;
const sent: Hex[] = [];

beforeEach(async () => {
  disk.vault = undefined;
  sent.length = 0;
  await importWallet(phrase, 'correct horse staple');
  node = {
    eth_getTransactionCount: () => '0x3',
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_getBlockByNumber: () => ({ baseFeePerGas: '0x1' }),
    eth_gasPrice: () => '0x3',
    eth_estimateGas: () => '0x5208',
    eth_sendRawTransaction: ([raw]) => void sent.push(raw as Hex),
    eth_getTransactionByHash: () => ({}),
  };
  vi.stubGlobal('fetch', (path: string, init: { body: string }) => {
    if (path !== '/rpc') {
      const list = [{ idx: 'chain.id', val: '31337' }];
      return Promise.resolve(Response.json({ success: true, list, total: list.length, data: null }));
    }
    const { method, params } = JSON.parse(init.body) as { method: string; params: unknown[] };
    try {
      return Promise.resolve(Response.json({ result: node[method]?.(params) ?? null }));
    } catch (error) {
      if (error instanceof TypeError) return Promise.reject(error);
      return Promise.resolve(Response.json({ error: { code: -32000, message: String(error) } }));
    }
  });
});

afterEach(() => {
  lockWallet();
  vi.unstubAllGlobals();
});

const ask = (method: string, params: unknown[] = []) => inAppWallet.provider.request({ method, params });

/** The member, who answers the next question. */
async function answer(yes: boolean) {
  await expect.poll(() => useApproval.getState().asked).toBeDefined();
  const { asked, answer: give } = useApproval.getState();
  give?.(yes);
  return asked;
}

function signIn(domain: string): string {
  return createSiweMessage({
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    chainId: 31337,
    domain,
    uri: location.origin,
    version: '1',
    nonce: '0123456789abcdef',
  });
}

test('refuses: every signature that the member did not allow', async () => {
  const signing = ask('personal_sign', ['hello', own]);
  await answer(false);
  await expect(signing).rejects.toMatchObject({ code: 4001 });
  const sending = ask('eth_sendTransaction', [{ from: own, to: other, value: '0x1' }]);
  await answer(false);
  await expect(sending).rejects.toMatchObject({ code: 4001 });
  expect(sent).toEqual([]);
});

test.each([
  ['another address', 'personal_sign', ['hello', other], 'wallet.unauthorized'],
  ['a sign-in of another page', 'personal_sign', [signIn('evil.test'), own], 'wallet.signindomain'],
  [
    'typed data of another chain',
    'eth_signTypedData_v4',
    [own, JSON.stringify({ domain: { chainId: 1 }, primaryType: 'Permit', types: {}, message: {} })],
    'wallet.signinchain',
  ],
])('refuses: %s without even asking', async (_what, method, params, code) => {
  await expect(ask(method, params)).rejects.toMatchObject({ code });
  expect(useApproval.getState().asked).toBeUndefined();
});

test('refuses: what it does not know, and what the relay should never get', async () => {
  for (const method of ['eth_sign', 'eth_getLogs', 'debug_traceTransaction', 'anvil_setBalance'])
    await expect(ask(method)).rejects.toMatchObject({ code: 4200 });
});

test('refuses: to sign when it was locked after the question', async () => {
  const signing = ask('personal_sign', ['hello', own]);
  await expect.poll(() => useApproval.getState().asked).toBeDefined();
  lockWallet();
  await answer(true);
  await expect(signing).rejects.toMatchObject({ code: 'wallet.locked' });
});

test('behavior: signs a sign-in of this page, after showing it', async () => {
  const message = signIn(location.host);
  const signing = ask('personal_sign', [message, own]);
  expect(await answer(true)).toMatchObject({
    kind: 'message',
    text: message,
    signIn: { domain: location.host },
  });
  const signature = (await signing) as Hex;
  expect((await recoverMessageAddress({ message, signature })).toLowerCase()).toBe(own);
});

test('behavior: signs a transaction here and sends the bytes through the relay', async () => {
  const sending = ask('eth_sendTransaction', [{ from: own, to: other, value: '0x5' }]);
  expect(await answer(true)).toMatchObject({
    kind: 'transaction',
    transaction: { to: other, value: 5n, nonce: 3 },
  });
  await sending;
  const raw = sent[0] as `0x02${string}`;
  expect(parseTransaction(raw)).toMatchObject({ chainId: 31337, nonce: 3, value: 5n, gas: 25_200n });
  expect((await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase()).toBe(own);
});

test('refuses: to take the place of what another window sent while the question was open', async () => {
  const sending = ask('eth_sendTransaction', [{ from: own, to: other, value: '0x5' }]);
  await expect.poll(() => useApproval.getState().asked).toBeDefined();
  node['eth_getTransactionCount'] = () => '0x4';
  expect(await answer(true)).toMatchObject({ transaction: { nonce: 3 } });
  await sending;
  expect(parseTransaction(sent[0] as `0x02${string}`)).toMatchObject({ nonce: 4, value: 5n });
  // A nonce that was asked for stays.
  const asked = ask('eth_sendTransaction', [{ from: own, to: other, nonce: '0x2' }]);
  await answer(true);
  await asked;
  expect(parseTransaction(sent[1] as `0x02${string}`).nonce).toBe(2);
});

const approval = { from: own, to: other, data: '0x095ea7b3' } as const;
const trade = { from: own, to: other, data: '0xa1', gas: '0x6ddd0' } as const;
const together = () => ask('openmere_askTogether', [approval, trade]);

test('behavior: one yes for an approval and what it is for: both are signed without another question', async () => {
  const asking = together();
  expect(await answer(true)).toMatchObject({
    transaction: { data: '0xa1', gas: 450_000n },
    before: [{ transaction: { data: '0x095ea7b3' } }],
  });
  await asking;
  await ask('eth_sendTransaction', [approval]);
  await ask('eth_sendTransaction', [trade]);
  expect(sent.map((raw) => parseTransaction(raw as `0x02${string}`).data)).toEqual(['0x095ea7b3', '0xa1']);
  expect(useApproval.getState().asked).toBeUndefined();
});

test.each([
  ['something else', { ...approval, data: '0x095ea7b4' }],
  ['more of it', { ...approval, value: '0x1' }],
  ['another receiver', { ...approval, to: own }],
  ['a higher fee', { ...approval, maxFeePerGas: '0x2540be400' }],
  ['the second one first', trade],
])('refuses: %s than what the one yes was for, without asking', async (_what, request) => {
  const asking = together();
  await answer(true);
  await asking;
  const sending = ask('eth_sendTransaction', [request]);
  expect(await answer(false)).toMatchObject({ kind: 'transaction' });
  await expect(sending).rejects.toMatchObject({ code: 4001 });
  // The agreement is over: what it was for is asked for again, too.
  const after = ask('eth_sendTransaction', [approval]);
  await answer(false);
  await expect(after).rejects.toMatchObject({ code: 4001 });
  expect(sent).toEqual([]);
});

test('refuses: to sign without asking after a no, and after the wallet was locked', async () => {
  const refused = together();
  await answer(false);
  await expect(refused).rejects.toMatchObject({ code: 4001 });
  const asking = together();
  await answer(true);
  await asking;
  lockWallet();
  const sending = ask('eth_sendTransaction', [approval]);
  await answer(false);
  await expect(sending).rejects.toMatchObject({ code: 4001 });
});

test('behavior: who may not have enough for the highest fee of all is asked one by one', async () => {
  node['eth_getBalance'] = () => '0xf4240';
  await together();
  expect(useApproval.getState().asked).toBeUndefined();
  const sending = ask('eth_sendTransaction', [approval]);
  await answer(false);
  await expect(sending).rejects.toMatchObject({ code: 4001 });
});

const waiting = { blockNumber: null, nonce: '0x3', gas: '0x5208', gasPrice: '0x8' };
const replace = (how: string) =>
  ask('openmere_replace', [{ how, to: other, data: '0x', value: '0x5', hashes: [`0x${'a1'.repeat(32)}`] }]);

test('refuses: to replace without a yes, and what a node has mined, without asking', async () => {
  node['eth_getTransactionByHash'] = () => waiting;
  const refused = replace('faster');
  await answer(false);
  await expect(refused).rejects.toMatchObject({ code: 4001 });
  node['eth_getTransactionByHash'] = () => ({ ...waiting, blockNumber: '0x1' });
  expect(await replace('cancel')).toBeNull();
  expect(useApproval.getState().asked).toBeUndefined();
  expect(sent).toEqual([]);
});

test('behavior: with a higher fee or cancelled, after showing which; when it was mined meanwhile, nothing was replaced', async () => {
  node['eth_getTransactionByHash'] = () => waiting;
  for (const how of ['faster', 'cancel'] as const) {
    const replacing = replace(how);
    expect(await answer(true)).toMatchObject({ replaces: { how, feeBefore: 168_000n } });
    expect(await replacing).toMatch(/^0x[0-9a-f]{64}$/);
  }
  const [faster, cancel] = sent.map((raw) => parseTransaction(raw as `0x02${string}`));
  expect(faster).toMatchObject({ nonce: 3, to: other, value: 5n, maxFeePerGas: 10n });
  expect(cancel).toMatchObject({ nonce: 3, to: own, gas: 21_000n, maxFeePerGas: 10n });
  expect([cancel?.value, cancel?.data]).toEqual([undefined, undefined]);
  const late = replace('cancel');
  node['eth_sendRawTransaction'] = () => {
    node['eth_getTransactionByHash'] = () => null;
    throw new Error('nonce too low');
  };
  await answer(true);
  expect(await late).toBeNull();
});

test('behavior: a lost answer sends the same bytes again; already known is no failure', async () => {
  const attempts: Hex[] = [];
  node['eth_sendRawTransaction'] = ([raw]) => {
    attempts.push(raw as Hex);
    if (attempts.length === 1) throw new TypeError('network');
    throw new Error('already known');
  };
  const sending = ask('eth_sendTransaction', [{ from: own, to: other }]);
  await answer(true);
  expect(await sending).toMatch(/^0x[0-9a-f]{64}$/);
  expect(attempts).toHaveLength(2);
  expect(attempts[0]).toBe(attempts[1]);
});

test('refuses: to send what would fail by the time of the yes, and says why', async () => {
  const sending = ask('eth_sendTransaction', [{ from: own, to: other }]);
  await expect.poll(() => useApproval.getState().asked).toBeDefined();
  node['eth_call'] = () => {
    throw new Error('PancakeRouter: EXPIRED');
  };
  await answer(true);
  await expect(sending).rejects.toMatchObject({ code: 'wallet.revertExpired' });
  expect(sent).toEqual([]);
});

test.each([
  ['a node that is behind knows nothing of it', 'nonce too low', () => null],
  ['another node has them waiting', 'known transaction: 0x12', () => null],
  [
    'nobody answers what became of it',
    'already known',
    () => {
      throw new TypeError('network');
    },
  ],
])('refuses: to give up what a lost answer may have sent: %s', async (_what, word, known) => {
  let tries = 0;
  node['eth_sendRawTransaction'] = () => {
    tries += 1;
    throw tries === 1 ? new TypeError('network') : new Error(word);
  };
  node['eth_getTransactionByHash'] = known;
  const sending = ask('eth_sendTransaction', [{ from: own, to: other }]);
  await answer(true);
  expect(await sending).toMatch(/^0x[0-9a-f]{64}$/);
});

test('behavior: accounts and chain are known while locked, connecting asks to unlock', async () => {
  lockWallet();
  expect(await ask('eth_accounts')).toEqual([own]);
  expect(await ask('eth_chainId')).toBe('0x7a69');
  expect(useInAppWallet.getState().status).toBe('locked');
  const connecting = ask('eth_requestAccounts');
  expect(await answer(true)).toEqual({ kind: 'unlock' });
  expect(await connecting).toEqual([own]);
});

test('refuses: to stay unlocked when the session ends', () => {
  useSessionStore.getState().start('token');
  expect(useInAppWallet.getState().status).toBe('unlocked');
  useSessionStore.getState().end();
  expect(useInAppWallet.getState().status).toBe('locked');
});

test('refuses: to stay unlocked when another account of this device goes on, while a login locks nothing', () => {
  useSessionStore.getState().start('token');
  expect(useInAppWallet.getState().status).toBe('unlocked');
  useSessionStore.getState().own();
  expect(useInAppWallet.getState().status).toBe('unlocked');
  useSessionStore.getState().start('token of another account');
  expect(useInAppWallet.getState().status).toBe('locked');
});
