import type { RpcAnswer, RpcRequest } from '../calls.ts';

/** Asks the node itself; the error of an answer becomes an exception. */
export type Ask = (method: string, params?: readonly unknown[]) => Promise<unknown>;

const UNKNOWN_BLOCK = -32000;
/** Where each method has the block that it asks about. */
const BLOCK_PARAM: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getBlockTransactionCountByNumber: 0,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_feeHistory: 1,
  eth_getStorageAt: 2,
};
const BLOCKS_ONLY = new Set(['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getBlockByHash']);
const STATE = new Set([
  'eth_call',
  'eth_getBalance',
  'eth_getCode',
  'eth_getTransactionCount',
  'eth_getStorageAt',
]);
const NOW = new Set(['latest', 'pending']);
const FINAL = new Set(['finalized', 'safe']);

/** True for questions about the chain of blocks itself, whatever happened in them. */
export function asksForBlocks(method: string): boolean {
  return BLOCKS_ONLY.has(method);
}

/** A question about state at a numbered block, asked about the newest one instead; undefined for any other question. */
export function askNow(request: RpcRequest): RpcRequest | undefined {
  const place = STATE.has(request.method) ? BLOCK_PARAM[request.method] : undefined;
  const params = [...listParams(request)];
  if (place === undefined || !isQuantity(params[place])) return undefined;
  params[place] = 'latest';
  return { ...request, params };
}

/**
 * Answers one request as a node whose newest block is `horizon` would: it knows neither blocks nor receipts nor state
 * above it. `pass` puts a request to the real node.
 */
export async function answerAsOf(
  horizon: bigint,
  request: RpcRequest,
  ask: Ask,
  pass: (request: RpcRequest) => Promise<RpcAnswer>,
): Promise<RpcAnswer> {
  const known = (result: unknown): RpcAnswer => ({ jsonrpc: '2.0', id: request.id ?? null, result });
  const unknown = (): RpcAnswer => ({
    jsonrpc: '2.0',
    id: request.id ?? null,
    error: { code: UNKNOWN_BLOCK, message: 'header not found' },
  });
  const { method } = request;
  if (method === 'eth_blockNumber') return known(quantity(horizon));
  if (method === 'eth_getLogs') return answerLogs(horizon, request, ask, pass, known, unknown);
  const place = BLOCK_PARAM[method];
  if (place === undefined) return hideLater(method, horizon, await pass(request));
  const params = [...listParams(request)];
  const block = await blockOf(params[place] ?? 'latest', horizon, ask);
  if (block === undefined || block > horizon)
    return method.startsWith('eth_getBlock') ? known(null) : unknown();
  // What is asked by hash stays so.
  if (typeof params[place] !== 'object' && !isHash(params[place])) params[place] = quantity(block);
  return pass({ ...request, params });
}

async function answerLogs(
  horizon: bigint,
  request: RpcRequest,
  ask: Ask,
  pass: (request: RpcRequest) => Promise<RpcAnswer>,
  known: (result: unknown) => RpcAnswer,
  unknown: () => RpcAnswer,
): Promise<RpcAnswer> {
  const filter = (listParams(request)[0] ?? {}) as Record<string, unknown>;
  if (filter['blockHash'] !== undefined) {
    const block = await blockOf(filter['blockHash'], horizon, ask);
    return block === undefined || block > horizon ? unknown() : pass(request);
  }
  const from = (await blockOf(filter['fromBlock'] ?? 'latest', horizon, ask)) ?? horizon;
  const to = (await blockOf(filter['toBlock'] ?? 'latest', horizon, ask)) ?? horizon;
  if (from > horizon) return known([]);
  const end = to < horizon ? to : horizon;
  return pass({ ...request, params: [{ ...filter, fromBlock: quantity(from), toBlock: quantity(end) }] });
}

/** Number of the block that a parameter names (a number, a tag, a hash, or an object of either); undefined: unknown. */
async function blockOf(value: unknown, horizon: bigint, ask: Ask): Promise<bigint | undefined> {
  if (typeof value === 'object' && value !== null) {
    const { blockHash, blockNumber } = value as { blockHash?: unknown; blockNumber?: unknown };
    return blockOf(blockHash ?? blockNumber, horizon, ask);
  }
  if (typeof value !== 'string') return undefined;
  if (NOW.has(value)) return horizon;
  if (value === 'earliest') return 0n;
  if (FINAL.has(value)) {
    const final = (await ask('eth_getBlockByNumber', [value, false])) as { number: string } | null;
    const number = BigInt(final?.number ?? 0);
    return number < horizon ? number : horizon;
  }
  if (!isHash(value)) return BigInt(value);
  const block = (await ask('eth_getBlockByHash', [value, false])) as { number: string } | null;
  return block === null ? undefined : BigInt(block.number);
}

/** What was asked by a hash and lies above the horizon is not there yet; a transaction still waits for its block. */
function hideLater(method: string, horizon: bigint, answer: RpcAnswer): RpcAnswer {
  const result = answer.result as Record<string, unknown> | null | undefined;
  if (typeof result !== 'object' || result === null) return answer;
  if (method === 'eth_getBlockByHash')
    return isLater(result['number'], horizon) ? { ...answer, result: null } : answer;
  if (!isLater(result['blockNumber'], horizon)) return answer;
  if (method === 'eth_getTransactionReceipt') return { ...answer, result: null };
  if (method !== 'eth_getTransactionByHash') return answer;
  return { ...answer, result: { ...result, blockHash: null, blockNumber: null, transactionIndex: null } };
}

function isLater(number: unknown, horizon: bigint): boolean {
  return isQuantity(number) && BigInt(number) > horizon;
}

function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value);
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value);
}

function listParams(request: RpcRequest): readonly unknown[] {
  return Array.isArray(request.params) ? (request.params as unknown[]) : [];
}

function quantity(value: bigint): string {
  return `0x${value.toString(16)}`;
}
