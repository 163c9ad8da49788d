import { setTimeout as wait } from 'node:timers/promises';
import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRpc } from '../../platform/chain/rpc.ts';
import type { Rpc } from '../../platform/chain/rpc.ts';
import { anvilAccounts, anvilKeys, startTestAnvil, waitMined } from '../../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../../platform/chain/test-anvil.ts';
import { faultKinds } from './faults.ts';
import type { Faults } from './faults.ts';
import type { Ask } from './moment.ts';
import { FaultRpc } from './proxy.ts';
import { reorganise } from './reorganise.ts';

/** A contract whose every call writes one log, without topics and data. */
const LOGGER = '0x6560006000a0006000526006601af3';
const BLOCKS = 8;
const [payer, payee] = anvilAccounts;

let anvil: TestAnvil;
let proxy: FaultRpc;
let rpc: Rpc;
let logger: string;

const send = (to?: string) => anvil.rpc.call('eth_sendTransaction', [{ from: payer, to, value: '0x0' }]);

beforeAll(async () => {
  anvil = await startTestAnvil();
  proxy = await FaultRpc.listen({ upstream: anvil.url });
  rpc = createRpc(proxy.url, { timeoutMs: 1_500 });
  const made = await anvil.rpc.call('eth_sendTransaction', [{ from: payer, data: LOGGER }]);
  await waitMined(anvil.rpc, made);
  const receipt = await anvil.rpc.call('eth_getTransactionReceipt', [made]);
  logger = (receipt as { contractAddress: string }).contractAddress;
  for (let block = 0; block < BLOCKS; block += 1) await waitMined(anvil.rpc, await send(logger));
});
beforeEach(() => proxy.set({}));
afterAll(async () => {
  await proxy.close();
  await anvil.stop();
});

const head = async (from: Rpc = anvil.rpc) => Number(await from.call('eth_blockNumber'));
const hex = (value: number) => `0x${value.toString(16)}`;
const headerOf = (tag: string) =>
  rpc.call('eth_getBlockByNumber', [tag, false]) as Promise<{ number: string; hash: string } | null>;
const logsFrom = (from: Rpc) =>
  from.call('eth_getLogs', [{ address: logger, fromBlock: '0x0', toBlock: 'latest' }]) as Promise<
    { logIndex: string; transactionHash: string }[]
  >;
const nonceAt = async (block: unknown, from: Rpc = rpc) =>
  Number(await from.call('eth_getTransactionCount', [payer, block]));

async function withFaults(faults: Faults, check: () => Promise<void>): Promise<void> {
  proxy.set(faults);
  const before = { ...proxy.counts };
  await check().finally(() => proxy.set({}));
  // A fault that never struck proves nothing.
  for (const kind of faultKinds.filter((one) => faults[one])) {
    expect(proxy.counts[kind]).toBeGreaterThan(before[kind]);
  }
}

test('behavior: without faults it is the node', async () => {
  const asked = [
    { method: 'eth_chainId' },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_getTransactionCount', params: [payer, 'latest'] },
  ];
  expect(await rpc.batch(asked)).toEqual(await anvil.rpc.batch(asked));
  await expect(rpc.call('eth_noSuchMethod')).rejects.toThrow(/not found/i);
});

test('behavior: a node behind knows nothing above its head, by number, tag or hash', async () => {
  const [now, newest] = [await head(), await headerOf('latest')];
  const last = (await logsFrom(anvil.rpc)).at(-1)?.transactionHash;
  await withFaults({ lag: { blocks: 3 } }, async () => {
    expect(await head(rpc)).toBe(now - 3);
    for (const tag of ['latest', 'finalized']) {
      expect(Number((await headerOf(tag))?.number)).toBeLessThanOrEqual(now - 3);
    }
    expect(await headerOf(hex(now - 2))).toBeNull();
    expect(await rpc.call('eth_getBlockByHash', [newest?.hash, false])).toBeNull();
    expect(await rpc.call('eth_getTransactionReceipt', [last])).toBeNull();
    expect(await rpc.call('eth_getTransactionByHash', [last])).toMatchObject({ blockNumber: null });
    expect(await logsFrom(rpc)).toHaveLength(BLOCKS - 3);
    expect(await nonceAt('latest')).toBe((await nonceAt('latest', anvil.rpc)) - 3);
    await expect(nonceAt(hex(now))).rejects.toThrow('header not found');
    await expect(rpc.call('eth_getLogs', [{ blockHash: newest?.hash }])).rejects.toThrow('header not found');
    await expect(nonceAt({ blockHash: newest?.hash })).rejects.toThrow('header not found');
  });
  expect(await nonceAt({ blockHash: newest?.hash })).toBe(await nonceAt('latest', anvil.rpc));
});

test('behavior: blocks of before beside state, logs and receipts of now', async () => {
  const now = await head();
  const last = (await logsFrom(anvil.rpc)).at(-1)?.transactionHash;
  await withFaults({ ahead: { blocks: 2 } }, async () => {
    expect(Number((await headerOf('latest'))?.number)).toBe(now - 2);
    expect(await nonceAt('latest')).toBe(await nonceAt('latest', anvil.rpc));
    expect(await logsFrom(rpc)).toHaveLength(BLOCKS);
    expect(await rpc.call('eth_getTransactionReceipt', [last])).toMatchObject({ blockNumber: hex(now) });
  });
});

test('behavior: each request by another node', async () => {
  const heads = new Set<number>();
  const now = await head();
  await withFaults({ alternating: { blocks: 3 } }, async () => {
    for (let asked = 0; asked < 40; asked += 1) heads.add(await head(rpc));
  });
  expect([...heads].sort((a, b) => a - b)).toEqual([now - 3, now - 1, now]);
});

test('behavior: a numbered block has the state of the newest one, a named hash its own', async () => {
  const number = (await head()) - 2;
  const block = await headerOf(hex(number));
  await withFaults({ future: {} }, async () => {
    expect(await nonceAt(hex(number))).toBe(await nonceAt('latest', anvil.rpc));
    expect(await nonceAt({ blockHash: block?.hash })).toBe(await nonceAt(hex(number), anvil.rpc));
  });
});

test('behavior: results that are null, lack, or do not come', async () => {
  await withFaults({ null: {} }, async () => expect(await headerOf('latest')).toBeNull());
  await withFaults({ missing: {} }, async () => {
    await expect(rpc.call('eth_blockNumber')).rejects.toThrow('chain.badanswer');
    const batch = [{ method: 'eth_blockNumber' }, { method: 'eth_chainId' }];
    await expect(rpc.batch(batch)).rejects.toThrow('chain.badanswer');
  });
  await withFaults({ hanging: {} }, async () => {
    await expect(rpc.call('eth_blockNumber')).rejects.toThrow('chain.unreachable');
  });
});

test('behavior: logs that are left out, doubled, and doubled under another index', async () => {
  const whole = await logsFrom(anvil.rpc);
  await withFaults({ logsLost: { rate: 0.5 } }, async () => {
    expect((await logsFrom(rpc)).length).toBeLessThan(whole.length);
  });
  await withFaults({ logsDoubled: {} }, async () => {
    expect(await logsFrom(rpc)).toEqual(whole.flatMap((log) => [log, log]));
  });
  await withFaults({ logsMoved: {} }, async () => {
    const logs = await logsFrom(rpc);
    expect(logs).toHaveLength(whole.length * 2);
    expect(logs[1]?.transactionHash).toBe(logs[0]?.transactionHash);
    expect(logs[1]?.logIndex).not.toBe(logs[0]?.logIndex);
  });
});

test('behavior: 429, with and without the time to wait', async () => {
  const ask = () => fetch(proxy.url, { method: 'POST', body: '{"id":1,"method":"eth_chainId"}' });
  await withFaults({ tooMany: {} }, async () => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, null]);
  });
  await withFaults({ tooMany: { seconds: 2 } }, async () => {
    expect((await ask()).headers.get('retry-after')).toBe('2');
  });
});

test('behavior: a sent transaction is taken though its answer never comes', async () => {
  const { transaction, hash } = await signedTransfer();
  await withFaults({ sendTimeout: {} }, async () => {
    await expect(rpc.call('eth_sendRawTransaction', [transaction])).rejects.toThrow('chain.unreachable');
  });
  expect(await waitMined(anvil.rpc, hash)).toBeGreaterThan(0);
});

test('behavior: a reorganisation puts others in place of the newest blocks; what was sent comes again, unless it is lost', async () => {
  const before = await head();
  const old = await headerOf(hex(before));
  await proxy.reorg(3);
  expect((await headerOf(hex(before)))?.hash).not.toBe(old?.hash);
  const limit = Date.now() + 10_000;
  while ((await logsFrom(rpc)).length < BLOCKS && Date.now() < limit) await wait(20);
  expect(await logsFrom(rpc)).toHaveLength(BLOCKS);
  // Nothing of it is sent again: only what the new blocks took at once is there.
  await proxy.reorg(2, [logger]);
  expect((await logsFrom(rpc)).length).toBeLessThanOrEqual(BLOCKS);
});

test('behavior: what its sender sent anew in the moment of a reorganisation stays, and the former one is dropped', async () => {
  const former = await signedTransfer();
  const newer = await signedTransfer(4_000_000_000n);
  await anvil.rpc.call('eth_sendRawTransaction', [former.transaction]);
  await waitMined(anvil.rpc, former.hash);
  const asked: string[] = [];
  const ask: Ask = async (method, params = []) => {
    asked.push(method);
    const answer = await anvil.rpc.call(method, params);
    if (method === 'evm_setAutomine' && params[0] === true) {
      await anvil.rpc.call('eth_sendRawTransaction', [newer.transaction]);
      await waitMined(anvil.rpc, newer.hash);
    }
    return answer;
  };
  await reorganise(ask, 1, () => 0);
  expect(asked.at(-1)).toBe('eth_sendRawTransaction');
  expect(await anvil.rpc.call('eth_getTransactionReceipt', [former.hash])).toBeNull();
  expect(await waitMined(anvil.rpc, newer.hash)).toBeGreaterThan(0);
  const refuses: Ask = (method, params) =>
    method === 'eth_sendRawTransaction'
      ? Promise.reject(new Error('no funds'))
      : anvil.rpc.call(method, params);
  await expect(reorganise(refuses, 1, () => 0)).rejects.toThrow('no funds');
});

test.each([
  ['the same bytes', 3_000_000_000n],
  ['others that pay more', 4_000_000_000n],
])('behavior: %s of the same nonce that wait already are what is mined', async (_name, gasPrice) => {
  const former = await signedTransfer();
  const newer = await signedTransfer(gasPrice);
  await anvil.rpc.call('eth_sendRawTransaction', [former.transaction]);
  await waitMined(anvil.rpc, former.hash);
  const refused: string[] = [];
  const ask: Ask = async (method, params = []) => {
    // Blocks come by themselves only when all is over: until then the newer one waits.
    if (method === 'evm_setAutomine' && params[0] === true)
      return anvil.rpc.call('eth_sendRawTransaction', [newer.transaction]);
    return anvil.rpc.call(method, params).catch((error: unknown) => {
      refused.push(method);
      throw error;
    });
  };
  try {
    await reorganise(ask, 1, () => 0);
  } finally {
    await anvil.rpc.call('evm_setAutomine', [true]);
    await anvil.rpc.call('evm_mine');
  }
  expect(refused).toEqual(['eth_sendRawTransaction']);
  expect(await waitMined(anvil.rpc, newer.hash)).toBeGreaterThan(0);
});

test('behavior: another process sets and reads the faults', async () => {
  const put = await fetch(`${proxy.url}/faults`, { method: 'PUT', body: '{"lag":{"blocks":2}}' });
  expect(await put.json()).toMatchObject({ faults: { lag: { blocks: 2 } } });
  expect(await head(rpc)).toBe((await head()) - 2);
  expect((await fetch(`${proxy.url}/faults`, { method: 'PUT', body: '{"typo":{}}' })).status).toBe(502);
});

async function signedTransfer(gasPrice = 3_000_000_000n): Promise<{ transaction: string; hash: string }> {
  const transaction = await privateKeyToAccount(anvilKeys[2]).signTransaction({
    type: 'legacy',
    chainId: 31337,
    nonce: Number(await anvil.rpc.call('eth_getTransactionCount', [anvilAccounts[2], 'latest'])),
    to: payee,
    gas: 21_000n,
    gasPrice,
  });
  return { transaction, hash: keccak256(transaction) };
}
