import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { DEV_CHAIN_ID } from '@openmere/core/chain/dev-chain.ts';
import { NodeGone } from './bring-up.ts';
import {
  CHAIN_UNAVAILABLE,
  HOLD_SAVING,
  INVALID_REQUEST,
  METHOD_REFUSED,
  SET_AHEAD,
  answerError,
  bindFinality,
  isChanging,
  isOpenToPages,
  isRequest,
  isSender,
} from './calls.ts';
import type { RpcAnswer, RpcRequest } from './calls.ts';
import type { DurableNode } from './node.ts';

const BODY_MAX_BYTES = 5_000_000;
const BATCH_MAX = 1_000;
/** How long a sender's answer waits for its block; what is not mined then waits in the pool and is remembered. */
const MINED_WAIT_MS = 500;
const MINED_POLL_MS = 5;
const MOVE_BLOCKS_MAX = 100;
const REQUEST_TIMEOUT_MS = 60_000;

/** Wallets of other origins call this chain, as they would call a public one. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '86400',
};

function reply(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { ...CORS, 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** The whole body, or undefined when it is larger than the limit. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    // Read to its end but not kept: ending the stream would reset the connection before the answer is read.
    if (size <= BODY_MAX_BYTES) chunks.push(chunk as Buffer);
  }
  if (size > BODY_MAX_BYTES) return undefined;
  return Buffer.concat(chunks).toString('utf8');
}

/** Waits until a transaction is in a block; one that stays in the pool (nonce gap, mining switched off) is remembered. */
async function awaitMined(node: DurableNode, hash: string): Promise<void> {
  const limit = Date.now() + MINED_WAIT_MS;
  while (Date.now() < limit) {
    if ((await node.call('eth_getTransactionReceipt', [hash])) !== null) return;
    await wait(MINED_POLL_MS);
  }
  await node.remember(hash);
}

/** One call: a reader passes through, a changer answers only when its effect is on disk. */
async function handleOne(node: DurableNode, value: unknown, fromPage: boolean): Promise<RpcAnswer> {
  if (!isRequest(value)) return answerError(null, INVALID_REQUEST, 'Invalid request');
  if (fromPage && !isOpenToPages(value.method)) {
    return answerError(value.id, METHOD_REFUSED, `${value.method} is not open to pages in a browser`);
  }
  try {
    return await carryOut(node, value);
  } catch (error) {
    if (!(error instanceof NodeGone)) throw error;
    return answerError(value.id, CHAIN_UNAVAILABLE, error.message);
  }
}

/** The hash in a sender's answer; undefined for errors and for senders that answer with a receipt. */
function readHash(request: RpcRequest, { result }: RpcAnswer): string | undefined {
  return isSender(request.method) && typeof result === 'string' ? result : undefined;
}

async function moveAhead(node: DurableNode, { id, params }: RpcRequest): Promise<RpcAnswer> {
  const [aheadMs, blocks] = Array.isArray(params) ? (params as unknown[]) : [];
  if (!isCount(aheadMs) || !isCount(blocks) || blocks > MOVE_BLOCKS_MAX)
    return answerError(id, INVALID_REQUEST, 'Two whole numbers are needed: milliseconds and blocks');
  return { jsonrpc: '2.0', id: id ?? null, result: await node.moveAhead(aheadMs, blocks) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

async function carryOut(node: DurableNode, request: RpcRequest): Promise<RpcAnswer> {
  if (request.method === HOLD_SAVING) {
    await node.holdSaving((request.params as unknown[] | undefined)?.[0] === true);
    return { jsonrpc: '2.0', id: request.id ?? null, result: null };
  }
  if (request.method === SET_AHEAD) return moveAhead(node, request);
  const body = () => JSON.stringify(bindFinality(request, node.durableBlock));
  if (!isChanging(request.method)) return JSON.parse(await node.read(body)) as RpcAnswer;
  const text = await node.change(body, async (taken) => {
    const answer = JSON.parse(taken) as RpcAnswer;
    const hash = node.isHeld ? undefined : readHash(request, answer);
    if (hash !== undefined) await awaitMined(node, hash);
    return answer.error === undefined;
  });
  return JSON.parse(text) as RpcAnswer;
}

async function handleBody(node: DurableNode, body: string, fromPage: boolean): Promise<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return answerError(null, -32700, 'Parse error');
  }
  if (!Array.isArray(value)) return handleOne(node, value, fromPage);
  if (value.length === 0 || value.length > BATCH_MAX)
    return answerError(null, INVALID_REQUEST, 'Invalid batch');
  const items = value as unknown[];
  const answers: RpcAnswer[] = [];
  // In order, because a reader behind a sender in one batch expects to see its effect.
  for (const item of items) answers.push(await handleOne(node, item, fromPage));
  return answers;
}

/** Serves a node to everybody on this machine. */
export function createProxy(node: DurableNode, log: (line: string) => void): Server {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    if (request.method === 'GET') {
      reply(response, 200, JSON.stringify({ chainId: DEV_CHAIN_ID, durableBlock: node.durableBlock }));
      return;
    }
    if (request.method !== 'POST') {
      reply(response, 405, '{}');
      return;
    }
    const body = await readBody(request);
    if (body === undefined) {
      reply(response, 413, JSON.stringify(answerError(null, INVALID_REQUEST, 'Body too large')));
      return;
    }
    reply(response, 200, JSON.stringify(await handleBody(node, body, request.headers.origin !== undefined)));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      log(`A call failed: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else reply(response, 500, JSON.stringify(answerError(null, CHAIN_UNAVAILABLE, 'Internal error')));
    });
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return server;
}
