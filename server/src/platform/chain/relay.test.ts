import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChainClient } from './client.ts';
import { cloneAddress } from './create2.ts';
import { connectChain } from './failover.ts';
import { serveRelay } from './relay.ts';
import { RpcAnswerError, createRpc } from './rpc.ts';
import { ScriptedChain } from './scripted-chain.ts';
import { anvilAccounts, startTestAnvil, TEST_CHAIN_ID } from './test-anvil.ts';
import type { TestAnvil } from './test-anvil.ts';

let anvil: TestAnvil;
let server: FastifyInstance;
let sent = 0;
beforeAll(async () => {
  anvil = await startTestAnvil();
  server = Fastify();
  server.decorateRequest('clientIp', '');
  server.addHook('onRequest', async (request) => {
    request.clientIp = request.ip;
  });
  serveRelay(server, { rpc: anvil.rpc, onSent: () => (sent += 1), rate: { perMinute: 60, burst: 200 } });
});
afterAll(async () => {
  await server.close();
  await anvil.stop();
});

async function ask(body: unknown, ip = '10.0.0.1') {
  const response = await server.inject({
    method: 'POST',
    url: '/rpc',
    payload: body as object,
    remoteAddress: ip,
  });
  return {
    status: response.statusCode,
    body: response.json<{ result?: unknown; error?: { code: number; message: string } }>(),
  };
}
const request = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

test.each([
  'eth_getLogs',
  'eth_newFilter',
  'eth_accounts',
  'eth_sendTransaction',
  'eth_sign',
  'debug_traceTransaction',
  'trace_block',
  'anvil_setBalance',
  'evm_mine',
  'hardhat_reset',
  'admin_peers',
  'txpool_content',
  '__proto__',
])('refuses: %s', async (method) => {
  expect((await ask(request(method))).body.error?.code).toBe(-32601);
});

test('refuses: overrides, absurd gas, odd blocks, odd ids, too long batches and bodies', async () => {
  const call = { to: anvilAccounts[0], data: '0x' };
  const bad = [
    request('eth_call', [call, 'latest', { [anvilAccounts[0]]: { balance: '0x1' } }]),
    request('eth_call', [{ ...call, gas: '0xffffffffff' }, 'latest']),
    request('eth_call', [{ ...call, gas: 7 }, 'latest']),
    request('eth_call', [call, { blockHash: '0x00' }]),
    request('eth_estimateGas', [null]),
    request('eth_feeHistory', ['0xffff', 'latest', []]),
    request('eth_getCode', [1, 2, 3, 4, 5]),
  ];
  for (const one of bad) expect((await ask(one)).body.error?.code).toBe(-32602);
  for (const one of [{}, { ...request('eth_chainId'), id: {} }, 7, request(7 as unknown as string), []]) {
    expect((await ask(one)).body.error?.code).toBe(-32600);
  }
  expect((await ask(Array.from({ length: 21 }, () => request('eth_chainId')))).body.error?.code).toBe(-32600);
  expect((await ask(request('eth_call', [{ ...call, data: `0x${'0'.repeat(200_000)}` }]))).status).toBe(413);
});

test('refuses: to let a call that names no gas run as long as the node lets it', async () => {
  const asked: unknown[] = [];
  const relay = Fastify();
  relay.decorateRequest('clientIp', '');
  const call = async (_: string, params: readonly unknown[] = []) => void asked.push(params[0]);
  serveRelay(relay, { rpc: { call, batch: async () => [] } });
  // Jumps to where it begins.
  const endless = { data: '0x5b600056' };
  for (const gas of [undefined, '0x5208'])
    await relay.inject({
      method: 'POST',
      url: '/rpc',
      payload: request('eth_call', [{ ...endless, ...(gas && { gas }) }]),
    });
  expect(asked).toEqual([
    { ...endless, gas: '0x1c9c380' },
    { ...endless, gas: '0x5208' },
  ]);
  await relay.close();
});

test('refuses: more than the rate from one address; another one is not touched', async () => {
  const batch = Array.from({ length: 20 }, () => request('eth_chainId'));
  for (let count = 0; count < 10; count += 1) await ask(batch, '10.0.0.2');
  expect((await ask(batch, '10.0.0.2')).status).toBe(429);
  expect((await ask(batch, '10.0.0.3')).status).toBe(200);
});

test('behavior: reads, reverts with their data, and raw transactions pass', async () => {
  expect((await ask(request('eth_chainId'))).body).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' });
  const block = (await ask(request('eth_getBlockByNumber', ['latest', true]))).body.result as {
    transactions: unknown[];
  };
  expect(block.transactions.every((one) => typeof one === 'string')).toBe(true);
  const before = sent;
  expect((await ask(request('eth_sendRawTransaction', ['0x00']))).body.error).toBeDefined();
  expect(sent).toBe(before);
});

test('refuses: a node of another chain, through every kind of connection', async () => {
  await expect(connectChain([anvil.url], 56).call('eth_blockNumber')).rejects.toThrow('chain.wrongchain');
  await expect(createChainClient(anvil.url, 56).getBlockNumber()).rejects.toThrow();
  expect(await createChainClient(anvil.url, TEST_CHAIN_ID).getBlockNumber()).toBe(0n);
});

test('refuses: another chain behind the same address after a failure', async () => {
  const chain = new ScriptedChain(77);
  const rpc = connectChain([await chain.listen()], 77, { timeoutMs: 500, budgetMs: 300 });
  try {
    expect(await rpc.call('eth_chainId')).toBe('0x4d');
    chain.lie = () => 'serverError';
    await expect(rpc.call('eth_chainId')).rejects.toThrow('chain.unreachable');
    chain.lie = () => 'wrongChain';
    // Not before the address has rested.
    const answer = () =>
      rpc.call('eth_getBlockByNumber', ['latest', false]).catch((error: Error) => error.message);
    await expect.poll(answer, { timeout: 20_000 }).toBe('chain.wrongchain');
  } finally {
    await chain.close();
  }
});

test('behavior: the node’s own refusals keep code and message', async () => {
  const refused = createRpc(anvil.url).call('eth_nothing');
  await expect(refused).rejects.toBeInstanceOf(RpcAnswerError);
  await expect(refused).rejects.toMatchObject({ code: -32601 });
});

test('behavior: a clone’s address depends on factory and salt alone', () => {
  const factory = `0x${'12'.repeat(20)}` as const;
  const salt = `0x${'34'.repeat(32)}` as const;
  expect(cloneAddress(factory, salt)).toBe(cloneAddress(factory, salt));
  expect(cloneAddress(factory, salt)).not.toBe(cloneAddress(factory, `0x${'35'.repeat(32)}`));
});
