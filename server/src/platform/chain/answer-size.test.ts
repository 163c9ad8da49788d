import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { createFailover, listEndpoints } from './failover.ts';
import { serveRelay } from './relay.ts';
import { RpcAnswerError } from './rpc.ts';

const chainId = 9001;
const MEGABYTES_3 = `0x${'0'.repeat(3 * 1024 * 1024)}`;
/** A node whose every answer is three megabytes long. */
const node = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const result = method === 'eth_chainId' ? `0x${chainId.toString(16)}` : MEGABYTES_3;
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
});
let endpoint: Endpoint;
beforeAll(async () => {
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', done));
  const [first] = listEndpoints([`http://127.0.0.1:${(node.address() as AddressInfo).port}`], chainId);
  if (!first) throw new Error('one address');
  endpoint = first;
});
afterAll(() => new Promise<void>((done) => void node.close(() => done())));

test('refuses: a call’s answer of megabytes, which is no trouble of the node; logs and blocks may be that long', async () => {
  const rpc = createFailover([endpoint]);
  await expect(rpc.call('eth_call', [{ data: '0x' }, 'latest'])).rejects.toBeInstanceOf(RpcAnswerError);
  expect(endpoint.isHealthy).toBe(true);
  expect(await rpc.call('eth_getLogs', [{}])).toBe(MEGABYTES_3);
  // What has used a nonce of the payer is looked for in whole blocks.
  expect(await rpc.call('eth_getBlockByNumber', ['0x5', true])).toBe(MEGABYTES_3);
});

test('refuses: to pass on what no wallet asks for, as an answer or as the words of a revert', async () => {
  const long = `0x${'0'.repeat(400_000)}`;
  const revert = new RpcAnswerError(3, 'execution reverted', long);
  const answers = [async () => long, () => Promise.reject(revert), async () => '0x01'];
  const relay = Fastify();
  relay.decorateRequest('clientIp', '');
  serveRelay(relay, { rpc: { call: async () => answers.shift()?.(), batch: async () => [] } });
  const payload = [1, 2, 3].map((id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_call',
    params: [{ data: '0x' }],
  }));
  const response = await relay.inject({ method: 'POST', url: '/rpc', payload });
  expect(response.body.length).toBeLessThan(1_000);
  expect(response.json()).toMatchObject([
    { id: 1, error: { code: -32600 } },
    { id: 2, error: { code: 3, message: 'execution reverted' } },
    { id: 3, result: '0x01' },
  ]);
  await relay.close();
});
