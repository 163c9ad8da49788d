import { Fault } from '@openmere/core/kit/fault.ts';
import type { FastifyInstance } from 'fastify';
import { TokenBuckets, addressPrefix } from '../http/limits.ts';
import { quantity } from './reader.ts';
import { RpcAnswerError } from './rpc.ts';
import type { Rpc } from './rpc.ts';

export type RelayOptions = {
  rpc: Rpc;
  /** Called after a transaction went out, so that the follower looks at once. */
  onSent?: () => void;
  /** Requests a minute from one address, and how many at once. */
  rate?: { perMinute: number; burst: number };
};

/**
 * What the in-app wallet needs and nothing else: no logs, filters, traces, subscriptions, no accounts of the node, and
 * nothing of a development chain that changes it by command.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'net_version',
]);

const BATCH_MAX = 20;
const TEXT_MAX = 60_000;
const ANSWER_TEXT_MAX = 200_000;
const CALL_GAS_MAX = 30_000_000n;
/** A screen of the market asks about twenty questions at once, and people go through five screens in a moment. */
const RATE = { perMinute: 600, burst: 240 };
const BLOCK_TAG = /^(latest|pending|safe|finalized|earliest|0x[0-9a-fA-F]{1,16})$/;

type Asked = { id: string | number | null; method: string; params: unknown[] };
type Answer = { jsonrpc: '2.0'; id: string | number | null } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
);

/** Serves `POST /rpc` on the members' origin: JSON-RPC through to our chain node, by an allow-list and with limits. */
export function serveRelay(server: FastifyInstance, options: RelayOptions): void {
  const buckets = new TokenBuckets();
  const rate = options.rate ?? RATE;
  server.post('/rpc', { bodyLimit: TEXT_MAX * 2 }, async (request, reply) => {
    const asked = Array.isArray(request.body) ? (request.body as unknown[]) : [request.body];
    const key = addressPrefix(request.clientIp);
    const waits = asked.slice(0, BATCH_MAX).map(() => buckets.take(key, rate));
    const waitMs = Math.max(0, ...waits);
    if (waitMs > 0) {
      void reply.code(429).header('retry-after', Math.ceil(waitMs / 1000));
      return failed(null, -32005, 'too many requests');
    }
    if (asked.length === 0 || asked.length > BATCH_MAX)
      return failed(null, -32600, `1 to ${BATCH_MAX} requests`);
    const answers = await Promise.all(asked.map((item) => relay(options, item)));
    return Array.isArray(request.body) ? answers : answers[0];
  });
}

async function relay(options: RelayOptions, item: unknown): Promise<Answer> {
  const asked = parseAsked(item);
  if (!asked) return failed(null, -32600, 'not a JSON-RPC request');
  const { id, method } = asked;
  if (!ALLOWED.has(method)) return failed(id, -32601, `${method.slice(0, 60)} is not served here`);
  const params = tameParams(method, asked.params);
  if (!params) return failed(id, -32602, 'these parameters are not served here');
  try {
    const result = await options.rpc.call(method, params);
    if (method === 'eth_sendRawTransaction') options.onSent?.();
    if (isLong(result)) return failed(id, -32600, 'the answer is too long');
    return { jsonrpc: '2.0', id, result };
  } catch (error) {
    if (error instanceof RpcAnswerError)
      return failed(id, error.code, error.message.slice(0, 500), isLong(error.data) ? undefined : error.data);
    if (error instanceof Fault) return failed(id, -32603, 'the chain node does not answer, try again');
    throw error;
  }
}

/** Longer than whatever a wallet asks a contract: what anybody's code answers is as long as it likes. */
function isLong(answer: unknown): boolean {
  return typeof answer === 'string' && answer.length > ANSWER_TEXT_MAX;
}

function parseAsked(item: unknown): Asked | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { id = null, method, params = [] } = item as { id?: unknown; method?: unknown; params?: unknown };
  const isId = id === null || typeof id === 'number' || (typeof id === 'string' && id.length <= 64);
  if (!isId || typeof method !== 'string' || !Array.isArray(params)) return undefined;
  return { id, method, params: params as unknown[] };
}

/** Parameters within bounds; undefined when they ask for what costs too much or bends the chain's state. */
function tameParams(method: string, params: unknown[]): unknown[] | undefined {
  if (params.length > 4 || JSON.stringify(params).length > TEXT_MAX) return undefined;
  if (method === 'eth_call' || method === 'eth_estimateGas') {
    const [call, block = 'latest'] = params;
    // A third parameter overrides balances and code: a wallet never needs it.
    if (params.length > 2 || typeof call !== 'object' || call === null) return undefined;
    if (typeof block !== 'string' || !BLOCK_TAG.test(block)) return undefined;
    // What names no gas runs as long as the node lets it, and a node that is busy so long counts as one in trouble.
    const { gas = quantity(CALL_GAS_MAX) } = call as { gas?: unknown };
    if (!(typeof gas === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(gas))) return undefined;
    if (BigInt(gas) > CALL_GAS_MAX) return undefined;
    return [{ ...call, gas }, block];
  }
  // Whole blocks with all transactions are megabytes: headers only.
  if (method.startsWith('eth_getBlockBy')) return [params[0], false];
  if (method === 'eth_feeHistory' && !(Number(params[0]) >= 1 && Number(params[0]) <= 100)) return undefined;
  return params;
}

function failed(id: string | number | null, code: number, message: string, data?: unknown): Answer {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
