import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '@openmere/core/kit/fault.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { FaultRpc } from '../../development-chain/fault-rpc/proxy.ts';
import { Endpoint } from './endpoint.ts';
import { connectChain, createFailover, listEndpoints } from './failover.ts';
import { ReaderChoice } from './reader-choice.ts';
import { atBlock } from './reader.ts';
import { RpcAnswerError } from './rpc.ts';
import { ScriptedChain } from './scripted-chain.ts';
import type { Lie } from './scripted-chain.ts';
import { anvilAccounts, anvilKeys, startTestAnvil, TEST_CHAIN_ID } from './test-anvil.ts';
import type { TestAnvil } from './test-anvil.ts';

const chainId = 9001;
let anvil: TestAnvil;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  anvil = await startTestAnvil();
});
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
afterAll(() => anvil.stop());

async function startChain(): Promise<{ chain: ScriptedChain; url: string }> {
  const chain = new ScriptedChain(chainId);
  open.push(chain);
  return { chain, url: await chain.listen() };
}

/** A node that turns everybody away, and wants to be left alone for `seconds`. @returns when it was asked. */
async function startCrowded(seconds: number): Promise<{ url: string; times: number[] }> {
  const times: number[] = [];
  const server = createServer((_, response) => {
    times.push(performance.now());
    response.writeHead(429, { 'retry-after': String(seconds) }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({ close: () => new Promise<void>((done) => void server.close(() => done())) });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, times };
}

/** A node that is of our chain and refuses everything else with these words. */
async function startRefusing(message: string, code = -32000, status = 200): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      const said =
        method === 'eth_chainId' ? { result: `0x${chainId.toString(16)}` } : { error: { code, message } };
      response.writeHead('error' in said ? status : 200);
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({ close: () => new Promise<void>((done) => void server.close(() => done())) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address that serves us nothing more, in the words of a gateway. */
async function startAway(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({ close: () => new Promise<void>((done) => void server.close(() => done())) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const latest = ['eth_getBlockByNumber', ['latest', false]] as const;

test('refuses: to ask an address again before the time that it asked for', async () => {
  const { url, times } = await startCrowded(1);
  const rpc = connectChain([url], chainId, { budgetMs: 2_500 });
  await expect(rpc.call(...latest)).rejects.toThrow('chain.unreachable');
  expect(times.length).toBeGreaterThan(1);
  for (const [index, time] of times.slice(1).entries())
    expect(time - (times[index] ?? 0)).toBeGreaterThan(990);
});

test('refuses: to take a time-out for a refusal, a revert for trouble, or another chain for ours', async () => {
  const { url } = await startChain();
  const [other, away] = [new ScriptedChain(5), 'http://127.0.0.1:9'];
  open.push(other);
  const wrong = await other.listen();
  await expect(connectChain([wrong], chainId).call(...latest)).rejects.toThrow('chain.wrongchain');
  const rpc = connectChain([wrong, away, url], chainId, { timeoutMs: 500 });
  expect(await rpc.call(...latest)).toMatchObject({ number: '0x0' });
  const refused = connectChain([anvil.url], TEST_CHAIN_ID).call('eth_nothing');
  await expect(refused).rejects.toBeInstanceOf(RpcAnswerError);
});

test.each([
  ['execution reverted: rate limit exceeded, try again', 3],
  ['execution reverted: temporarily overloaded', -32000],
  ['VM execution error. Too many requests', -32015],
])('refuses: to let whoever writes a contract say that a node is in trouble: "%s"', async (message, code) => {
  const [endpoint] = listEndpoints([await startRefusing(message, code)], chainId);
  if (!endpoint) throw new Error('one address');
  const call = createFailover([endpoint]).call('eth_call', [{ data: '0x' }, 'latest']);
  await expect(call).rejects.toBeInstanceOf(RpcAnswerError);
  expect(endpoint.isHealthy).toBe(true);
});

test('refuses: to say that it cannot be known while one address answers, however the others fail', async () => {
  const [first, second] = [await startChain(), await startChain()];
  const crowded = await startCrowded(30);
  first.chain.lie = () => 'silence';
  const rpc = connectChain([crowded.url, first.url, second.url], chainId, { timeoutMs: 200 });
  for (let count = 0; count < 20; count += 1) await rpc.call(...latest);
  expect(crowded.times).toHaveLength(1);
  // Its own rest grows from failure to failure; a question that finds it rested is not its problem.
  expect(first.chain.requests).toBeLessThanOrEqual(4);
  first.chain.lie = () => undefined;
});

test.each([
  'header not found',
  'header for hash not found',
  'hash is not currently canonical',
  'block 0x5 not found',
])(
  'refuses: to take it for the answer that a node has not the block, or not on its chain: "%s"',
  async (message) => {
    const { url } = await startChain();
    const rpc = connectChain([await startRefusing(message), url], chainId);
    expect(await rpc.call(...latest)).toMatchObject({ number: '0x0' });
  },
);

test.each(['tooMany', 'serverError', 'silence', 'badJson', 'lostAnswer', 'nullBlock'] as const)(
  'behavior: every question is answered by the only address though a quarter of the answers is "%s"',
  async (lie: Lie) => {
    const { chain, url } = await startChain();
    for (let block = 0; block < 60; block += 1) chain.mine();
    const rpc = connectChain([url], chainId, { timeoutMs: 80 });
    let asked = 0;
    chain.lie = () => ((asked += 1) % 4 === 0 ? lie : undefined);
    for (let round = 0; round < 8; round += 1) {
      const requests = Array.from({ length: 60 }, (_, number) => ({
        method: 'eth_getBlockByNumber',
        params: [`0x${number.toString(16)}`, false],
      }));
      const blocks = (await rpc.batch(requests)) as { number: string }[];
      expect(blocks.map(({ number }) => Number(number))).toEqual(requests.map((_, number) => number));
    }
  },
);

test('behavior: what has timed out and was taken all the same counts as sent, and is sent once', async () => {
  const proxy = await FaultRpc.listen({ upstream: anvil.url });
  open.push(proxy);
  const rpc = connectChain([proxy.url], TEST_CHAIN_ID, { timeoutMs: 400 });
  const [from, to] = [privateKeyToAccount(anvilKeys[0]), anvilAccounts[1]];
  const count = async (): Promise<number> =>
    Number(await anvil.rpc.call('eth_getTransactionCount', [from.address, 'latest']));
  const nonce = await count();
  const raw = await from.signTransaction({
    chainId: TEST_CHAIN_ID,
    nonce,
    to,
    value: 1n,
    gas: 21_000n,
    gasPrice: 2_000_000_000n,
  });
  proxy.set({ sendTimeout: {} });
  const sending = rpc.call('eth_sendRawTransaction', [raw]);
  await expect.poll(() => proxy.counts.sendTimeout, { timeout: 10_000 }).toBeGreaterThan(0);
  proxy.set({});
  expect(await sending).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await count()).toBe(nonce + 1);
  // What was sent by nobody before is refused as ever.
  await expect(rpc.call('eth_sendRawTransaction', [raw])).rejects.toBeInstanceOf(RpcAnswerError);
});

test('behavior: state named by a block’s hash is that block’s, from whichever moment a node answers', async () => {
  const proxy = await FaultRpc.listen({ upstream: anvil.url });
  open.push(proxy);
  const rpc = connectChain([proxy.url], TEST_CHAIN_ID);
  const who = `0x${'be'.repeat(20)}`;
  await anvil.rpc.call('anvil_setBalance', [who, '0x5']);
  await anvil.rpc.call('evm_mine');
  const block = (await anvil.rpc.call(...latest)) as { number: string; hash: `0x${string}` };
  await anvil.rpc.call('evm_mine');
  await anvil.rpc.call('anvil_setBalance', [who, '0x7']);
  for (let count = 0; count < 4; count += 1) await anvil.rpc.call('evm_mine');
  proxy.set({ future: {}, alternating: {} });
  expect(await rpc.call('eth_getBalance', [who, block.number])).toBe('0x7');
  for (let count = 0; count < 10; count += 1) {
    expect(await rpc.call('eth_getBalance', [who, atBlock(block.hash)])).toBe('0x5');
  }
  await expect(rpc.call('eth_getBalance', [who, atBlock(`0x${'ab'.repeat(32)}`)])).rejects.toBeInstanceOf(
    RpcAnswerError,
  );
});

test('behavior: of three nodes two are followed that answer and agree; of two, both are needed', async () => {
  const three = [await startChain(), await startChain(), await startChain()];
  const endpoints = listEndpoints(
    three.map(({ url }) => url),
    chainId,
    { timeoutMs: 100 },
  );
  const choice = new ReaderChoice(endpoints, chainId);
  const [first] = three;
  if (!first) throw new Error('three nodes');
  first.chain.lie = () => 'serverError';
  await createFailover(endpoints.slice(0, 1), 50)
    .call(...latest)
    .catch((error: unknown) => expect(error).toBeInstanceOf(Fault));
  for (let polls = 0; polls < 3; polls += 1) {
    const asked = first.chain.requests;
    const { reader, witness } = choice.pick();
    await Promise.all([reader.readTip(), witness?.readTip()]);
    expect(witness).toBeDefined();
    expect(first.chain.requests - asked).toBeLessThanOrEqual(1);
    choice.turn();
  }
});

test('refuses: to take an address for one that is away because it lacks a method', async () => {
  const rpc = connectChain([await startRefusing('not on your plan', -32601, 403)], chainId);
  await expect(rpc.call('eth_getBlockReceipts', ['0x1'])).rejects.toThrow(RpcAnswerError);
});

test('refuses: to tell of an address that answers again, or that nobody asks', () => {
  const endpoint = new Endpoint('http://127.0.0.1:1', chainId);
  let now = 1_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const failAfter = (ms: number): number => {
    now += ms;
    endpoint.fail(new Error('status 401'), now);
    return endpoint.failingMs;
  };
  expect([failAfter(0), failAfter(20_000), failAfter(290_000)]).toEqual([0, 20_000, 310_000]);
  now += 61_000;
  expect(endpoint.failingMs).toBe(0);
  endpoint.succeed();
  expect([failAfter(5_000), failAfter(7_000)]).toEqual([0, 7_000]);
  clock.mockRestore();
});

test('refuses: to give up an address for ever that refused to say its chain once', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked += 1;
      const said =
        asked === 1
          ? { error: { code: -32000, message: 'starting' } }
          : { result: `0x${chainId.toString(16)}` };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: asked, ...said }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({ close: () => new Promise<void>((done) => void server.close(() => done())) });
  const { port } = server.address() as AddressInfo;
  const rpc = connectChain([`http://127.0.0.1:${port}`], chainId);
  expect(Number(await rpc.call('eth_chainId'))).toBe(chainId);
});

test.each([
  [401, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Unauthorized: invalid API key"}}'],
  [402, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"payment required"}}'],
  [403, '{"error":{"code":-32600,"message":"this key may not"}}'],
  [200, '{"error":"app is inactive"}'],
  [200, '<html><body>maintenance</body></html>'],
])('refuses: to stay with an address that answers %i %s', async (status, body) => {
  const { chain, url } = await startChain();
  const rpc = connectChain([await startAway(status, body), url], chainId);
  expect(await rpc.call(...latest)).toMatchObject({ number: `0x${chain.head.toString(16)}` });
});
