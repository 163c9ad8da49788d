import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createWalletClient, defineChain, http } from 'viem';
import type { Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const MNEMONIC = 'test test test test test test test test test test test junk';
/** Stores the block number at its own key and writes it to a log. */
const LOGGER_CODE = '0x6843435560206000a000600052600960' + '17f3';
const ROUNDS = 20;

let dir = '';
let child: ChildProcess | undefined;
let url = '';

async function start(): Promise<void> {
  const started = fork(join(import.meta.dirname, 'main.ts'), [], {
    env: { ...process.env, OPENMERE_CHAIN_DIR: dir, OPENMERE_CHAIN_PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child = started;
  url = await new Promise<string>((resolve, reject) => {
    let complaint = '';
    started.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    started.once('message', (message: { url: string }) => resolve(message.url));
    started.once('exit', () => reject(new Error(complaint)));
  });
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const current = child;
  if (current === undefined || current.exitCode !== null || current.signalCode !== null) return;
  const exited = new Promise((resolve) => current.once('exit', resolve));
  current.kill(signal);
  await exited;
}

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

type Answer = { id: number; result?: unknown; error?: { code: number; message: string } };

async function ask(method: string, params: unknown[] = [], headers: Record<string, string> = {}) {
  return (await (await post({ jsonrpc: '2.0', id: 1, method, params }, headers)).json()) as Answer;
}

async function call<T>(method: string, params: unknown[] = []): Promise<T> {
  const answer = await ask(method, params);
  if (answer.error) throw new Error(answer.error.message);
  return answer.result as T;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

type Receipt = { blockNumber: Hex; blockHash: Hex; contractAddress: Hex; logs: unknown[] };

/** Signs outside the node, as the house does; the caller keeps count of the nonces. */
function createSender(index: number) {
  const chain = defineChain({
    id: 31337,
    name: 'dev',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: index });
  const wallet = createWalletClient({ account, chain, transport: http(url) });
  return (to: Hex, nonce: number) =>
    wallet.signTransaction({ to, nonce, gas: 200_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n });
}

async function deployLogger(): Promise<Hex> {
  const [from] = await call<Hex[]>('eth_accounts');
  const hash = await call<Hex>('eth_sendTransaction', [{ from, data: LOGGER_CODE, gas: '0x100000' }]);
  return (await call<Receipt>('eth_getTransactionReceipt', [hash])).contractAddress;
}

async function expectAllThere(hashes: Map<string, Receipt>): Promise<void> {
  for (const [hash, before] of hashes) {
    expect(before, `receipt of ${hash}, which was acknowledged`).not.toBeNull();
    expect(await call('eth_getTransactionReceipt', [hash])).toMatchObject({ blockHash: before.blockHash });
    expect(await call('eth_getBlockByNumber', [before.blockNumber, false])).toMatchObject({
      hash: before.blockHash,
    });
  }
  const logs = await call<{ transactionHash: string }[]>('eth_getLogs', [
    { fromBlock: '0x0', toBlock: 'finalized' },
  ]);
  const found = new Set(logs.map((log) => log.transactionHash));
  expect([...hashes.keys()].filter((hash) => !found.has(hash))).toEqual([]);
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'openmere-chain-'));
  await start();
});

afterEach(async () => {
  await end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

describe('development chain', () => {
  test('refuses: chain setters and unlocked keys, asked by a page in a browser', async () => {
    const page = { origin: 'https://example.org' };
    for (const method of [
      'anvil_setBalance',
      'evm_revert',
      'eth_sendTransaction',
      'eth_sign',
      'anvil_reset',
    ]) {
      expect((await ask(method, [], page)).error?.code).toBe(-32601);
    }
    expect((await ask('eth_chainId', [], page)).result).toBe('0x7a69');
  });

  test('refuses: a body over the limit, an empty batch, and what is not JSON', async () => {
    expect((await post({ method: 'x'.repeat(6_000_000) })).status).toBe(413);
    expect(await (await post([])).json()).toMatchObject({ error: { code: -32600 } });
    const broken = await fetch(url, { method: 'POST', body: '{' });
    expect(await broken.json()).toMatchObject({ error: { code: -32700 } });
  });

  test('behavior: wallets of other origins may ask', async () => {
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://wallet.example' } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(url)).status).toBe(200);
  });

  test('refuses: to be moved in time by a page, or by what is no number', async () => {
    expect((await ask('openmere_setAhead', [1, 1], { origin: 'https://example.org' })).error?.code).toBe(
      -32601,
    );
    for (const params of [[], [-1, 1], ['5', 1], [1.5, 1], [5_000, 1_000]])
      expect((await ask('openmere_setAhead', params)).error?.code).toBe(-32600);
  });

  test('behavior: a clock that was moved ahead stays so over kills, and never goes back', async () => {
    const dayMs = 86_400_000;
    const timeOf = async (tag: string) =>
      Number((await call<{ timestamp: Hex }>('eth_getBlockByNumber', [tag, false])).timestamp) * 1_000;
    const before = Date.now();
    expect(await call('openmere_setAhead', [30 * dayMs, 2])).toBe(30 * dayMs);
    expect(await timeOf('finalized')).toBeGreaterThanOrEqual(before + 30 * dayMs - 1_000);
    expect(await call('eth_blockNumber')).toBe('0x2');
    // Asked again, nothing happens: whoever was broken off asks again.
    expect(await call('openmere_setAhead', [30 * dayMs, 2])).toBe(30 * dayMs);
    expect(await call('openmere_setAhead', [dayMs, 2])).toBe(30 * dayMs);
    expect(await call('eth_blockNumber')).toBe('0x2');
    const last = await timeOf('latest');
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await end(signal);
      await start();
      await call('evm_mine');
      expect(await timeOf('latest')).toBeGreaterThanOrEqual(Math.max(last, before + 30 * dayMs - 1_000));
      expect(await timeOf('latest')).toBeLessThan(Date.now() + 30 * dayMs + 30_000);
    }
  });

  test('behavior: a batch answers in order, and a reader sees the sender before it', async () => {
    const [from] = await call<Hex[]>('eth_accounts');
    const batch = [
      { jsonrpc: '2.0', id: 7, method: 'eth_blockNumber', params: [] },
      { jsonrpc: '2.0', id: 8, method: 'evm_mine', params: [] },
      { jsonrpc: '2.0', id: 9, method: 'eth_blockNumber', params: [] },
      { jsonrpc: '2.0', id: 10, method: 'eth_getBalance', params: [from, 'finalized'] },
    ];
    const answers = (await (await post(batch)).json()) as Answer[];
    expect(answers.map((one) => one.id)).toEqual([7, 8, 9, 10]);
    expect(Number(answers[2]?.result) - Number(answers[0]?.result)).toBe(1);
    expect(answers[3]?.error).toBeUndefined();
  });

  test('refuses: to leave a node behind when it is ended while that is still coming up', async () => {
    await end('SIGTERM');
    const started = start().catch(() => undefined);
    const before = Number(await readFile(join(dir, 'anvil.pid'), 'utf8'));
    let coming = before;
    while (coming === before || coming === 0)
      coming = Number(await readFile(join(dir, 'anvil.pid'), 'utf8').catch(() => '')) || before;
    process.kill(coming, 'SIGSTOP');
    await end('SIGTERM');
    await started;
    await expect.poll(() => isThere(coming)).toBe(false);
  });

  test('behavior: what is final is on disk', async () => {
    await call('evm_mine');
    const final = await call<{ number: Hex }>('eth_getBlockByNumber', ['finalized', false]);
    let names: string[] = [];
    // The oldest one goes after the newest is there.
    await expect
      .poll(async () => {
        names = (await readdir(dir)).filter((name) => /^state\.\d+\.json$/.test(name)).toSorted();
        return names.length;
      })
      .toBe(2);
    const newest = JSON.parse(await readFile(join(dir, names.at(-1) ?? ''), 'utf8')) as { head: number };
    expect(newest.head).toBe(Number(final.number));
    expect(Number(await call('eth_blockNumber'))).toBe(newest.head);
  });

  test('behavior: a transaction that waits in the pool survives', async () => {
    const send = createSender(3);
    const target = await deployLogger();
    const later = await call<Hex>('eth_sendRawTransaction', [await send(target, 1)]);
    await end('SIGKILL');
    await start();
    await call<Hex>('eth_sendRawTransaction', [await createSender(3)(target, 0)]);
    await expect.poll(() => call('eth_getTransactionReceipt', [later]), { timeout: 5_000 }).not.toBeNull();
  });

  test('behavior: balances of the last blocks can be asked for after a restart', async () => {
    const [from = '0x', to] = await call<Hex[]>('eth_accounts');
    for (const value of ['0x1', '0x2', '0x3']) await call('eth_sendTransaction', [{ from, to, value }]);
    const head = Number(await call('eth_blockNumber'));
    const ask = () =>
      Promise.all(
        [0, 1, 2].map((back) => call<Hex>('eth_getBalance', [to, `0x${(head - back).toString(16)}`])),
      );
    const before = await ask();
    expect(before.map((balance, index) => BigInt(balance) - BigInt(before[index + 1] ?? balance))).toEqual([
      3n,
      2n,
      0n,
    ]);
    await end('SIGKILL');
    await start();
    expect(await ask()).toEqual(before);
  });

  test('behavior: a torn file falls back to the one before it; nothing but torn files is an error', async () => {
    await call('evm_mine');
    await end('SIGTERM');
    const numbers = (await readdir(dir)).flatMap((name) => /^state\.(\d+)\.json$/.exec(name)?.[1] ?? []);
    const newest = Math.max(...numbers.map(Number));
    await truncate(join(dir, `state.${newest}.json`), 1_000);
    await start();
    expect(Number(await call('eth_blockNumber'))).toBeGreaterThan(0);
    await end('SIGTERM');
    for (const name of await readdir(dir))
      if (name.startsWith('state.')) await truncate(join(dir, name), 1_000);
    await expect(start()).rejects.toThrow('is damaged');
  });
});

/** Sends from five accounts at once until told to stop; keeps every acknowledged transaction with its receipt. */
function sendContinuously(target: Hex, acknowledged: Map<string, Receipt>) {
  let going = true;
  const lane = async (index: number): Promise<void> => {
    const send = createSender(index);
    const { address } = mnemonicToAccount(MNEMONIC, { addressIndex: index });
    while (going) {
      try {
        const nonce = Number(await call('eth_getTransactionCount', [address, 'latest']));
        const hash = await call<Hex>('eth_sendRawTransaction', [await send(target, nonce)]);
        acknowledged.set(hash, await receiptOf(hash));
      } catch {
        // Not acknowledged: the chain was just ended. Nothing is promised for this one.
        await wait(5);
      }
    }
  };
  const lanes = Promise.all([1, 2, 3, 4, 5].map(lane));
  return async () => {
    going = false;
    await lanes;
  };
}

/** What is acknowledged may be mined only by the next node, when the one before it was killed right then. */
async function receiptOf(hash: Hex): Promise<Receipt> {
  const ask = () => call<Receipt | null>('eth_getTransactionReceipt', [hash]);
  for (const until = performance.now() + 10_000; ; await wait(20)) {
    const receipt = await ask();
    if (receipt !== null || performance.now() > until) return receipt as Receipt;
  }
}

async function untilMore(acknowledged: Map<string, Receipt>, more: number): Promise<void> {
  const goal = acknowledged.size + more;
  await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(goal);
}

describe('development chain under force', () => {
  test('behavior: the node is killed 20 times under transactions, nothing acknowledged is lost', async () => {
    const acknowledged = new Map<string, Receipt>();
    const stop = sendContinuously(await deployLogger(), acknowledged);
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilMore(acknowledged, 5 + (round % 7));
      process.kill(Number(await readFile(join(dir, 'anvil.pid'), 'utf8')), 'SIGKILL');
      const before = performance.now();
      await call('eth_blockNumber');
      expect(performance.now() - before).toBeLessThan(5_000);
    }
    await stop();
    await expectAllThere(acknowledged);
  }, 120_000);

  test('behavior: the whole process is killed 20 times under transactions, nothing acknowledged is lost', async () => {
    const acknowledged = new Map<string, Receipt>();
    const target = await deployLogger();
    for (let round = 0; round < ROUNDS; round += 1) {
      const stop = sendContinuously(target, acknowledged);
      await untilMore(acknowledged, 5 + (round % 7));
      await end('SIGKILL');
      await stop();
      await start();
    }
    await expectAllThere(acknowledged);
  }, 120_000);
});

test.runIf(process.platform !== 'win32')(
  'behavior: a stop whose last save does not end leaves no node behind',
  async () => {
    const node = Number(await readFile(join(dir, 'anvil.pid'), 'utf8'));
    process.kill(node, 'SIGSTOP');
    const began = performance.now();
    await end('SIGTERM');
    expect(performance.now() - began).toBeLessThan(10_000);
    await expect.poll(() => isThere(node)).toBe(false);
  },
);

describe('development chain after many restarts', () => {
  test('behavior: balances of the last blocks can be asked for, however often it was restarted', async () => {
    for (let block = 0; block < 20; block += 1) await call('evm_mine');
    const { address } = mnemonicToAccount(MNEMONIC);
    for (let round = 0; round < 8; round += 1) {
      for (let block = 0; block < round % 3; block += 1) await call('evm_mine');
      await end('SIGKILL');
      await start();
      const head = Number(await call('eth_blockNumber'));
      for (let back = 0; back < 12; back += 1)
        await call('eth_getBalance', [address, `0x${(head - back).toString(16)}`]);
    }
  }, 60_000);
});

describe('development chain that begins in the past', () => {
  test('behavior: a new chain has the asked time, and keeps its history after kill -9', async () => {
    // Not by force: the node that it leaves would be nobody's, once its folder is gone.
    await end('SIGTERM');
    await rm(dir, { recursive: true, force: true });
    dir = await mkdtemp(join(tmpdir(), 'openmere-devchain-'));
    const genesis = Math.floor(Date.now() / 1_000) - 86_400;
    process.env['OPENMERE_CHAIN_GENESIS'] = String(genesis);
    await start();
    delete process.env['OPENMERE_CHAIN_GENESIS'];
    await call('evm_setNextBlockTimestamp', [genesis + 3_600]);
    await call('evm_mine');
    await end('SIGKILL');
    await start();
    const times = [];
    for (const number of ['0x0', '0x1'])
      times.push(Number((await call<{ timestamp: Hex }>('eth_getBlockByNumber', [number, false])).timestamp));
    expect(times).toEqual([genesis, genesis + 3_600]);
  });

  test('behavior: held saving answers at once, is ended by its caller, and then everything is on disk', async () => {
    const before = Number(await call('eth_blockNumber'));
    await call('openmere_holdSaving', [true]);
    for (let block = 0; block < 20; block += 1) await call('evm_mine');
    expect(Number((await call<{ number: Hex }>('eth_getBlockByNumber', ['finalized', false])).number)).toBe(
      before,
    );
    await call('openmere_holdSaving', [false]);
    await end('SIGKILL');
    await start();
    expect(Number(await call('eth_blockNumber'))).toBe(before + 20);
  });

  test('refuses: a page in a browser cannot hold saving', async () => {
    const answer = await ask('openmere_holdSaving', [true], { origin: 'https://example.org' });
    expect(answer.error?.message).toContain('not open to pages');
  });
});
