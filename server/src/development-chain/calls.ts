/** One request of JSON-RPC 2.0 as it arrives, unchecked beyond its shape. */
export type RpcRequest = { jsonrpc?: string; id?: unknown; method: string; params?: unknown };
export type RpcError = { code: number; message: string; data?: unknown };
export type RpcAnswer = { jsonrpc: '2.0'; id: unknown; result?: unknown; error?: RpcError };

/** Our own method, for programs on this machine: `[true]` holds saving back, `[false]` ends that and saves. */
export const HOLD_SAVING = 'openmere_holdSaving';
/**
 * Our own method, for programs on this machine: `[ms, blocks]` moves the chain's clock to so far ahead of the system's and mines
 * so many blocks there. What is not ahead of where it is does nothing. Answers how far ahead the clock is now.
 */
export const SET_AHEAD = 'openmere_setAhead';
export const INVALID_REQUEST = -32600;
export const METHOD_REFUSED = -32601;
export const CHAIN_UNAVAILABLE = -32000;

/** Methods of the setter families that only read. */
const READERS = new Set([
  'anvil_dumpState',
  'anvil_nodeInfo',
  'anvil_metadata',
  'anvil_getAutomine',
  'anvil_getIntervalMining',
  'anvil_getBlobByHash',
  'hardhat_getAutomine',
]);
/** Methods that put a transaction on the chain and answer with its hash, or with its receipt. */
const SENDERS = new Set([
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'eth_sendTransactionSync',
  'eth_sendRawTransactionSync',
  'eth_sendUnsignedTransaction',
]);
/** What a web page may never ask: the node's own unlocked keys sign for nobody who merely found the port. */
const SIGNS_WITH_OWN_KEY = /^(personal_|eth_sign|eth_sendTransaction|eth_sendUnsignedTransaction)/;
const OPEN_FAMILIES = /^(eth|net|web3)_/;
const TAGGED_FAMILIES = /^(eth|debug|trace|ots|erigon)_/;
const FINAL_TAGS = new Set(['finalized', 'safe']);

/** True for a call that sends a transaction. */
export function isSender(method: string): boolean {
  return SENDERS.has(method);
}

/** True for a call after whose answer the chain may differ: its answer waits until the state is on disk. */
export function isChanging(method: string): boolean {
  if (isSender(method)) return true;
  if (READERS.has(method)) return false;
  return /^(anvil|hardhat|evm|tenderly)_/.test(method) || method === 'eth_setBlock';
}

/**
 * True for a call that a page in a browser (a request with `Origin`) may make: every page of the web can reach a port
 * on this machine, so chain setters and the unlocked development keys are for programs only.
 */
export function isOpenToPages(method: string): boolean {
  return OPEN_FAMILIES.test(method) && !SIGNS_WITH_OWN_KEY.test(method);
}

function replaceTag(value: unknown, block: string): unknown {
  return typeof value === 'string' && FINAL_TAGS.has(value) ? block : value;
}

/**
 * The call with `finalized` and `safe` replaced by the highest block that is on disk: only that one survives the end
 * of the process by force, whatever the node itself calls final.
 */
export function bindFinality(request: RpcRequest, durableBlock: number): RpcRequest {
  if (!Array.isArray(request.params) || !TAGGED_FAMILIES.test(request.method)) return request;
  const block = `0x${durableBlock.toString(16)}`;
  const params = request.params.map((param: unknown) => {
    if (typeof param !== 'object' || param === null || Array.isArray(param)) return replaceTag(param, block);
    const filter = param as Record<string, unknown>;
    if (!('fromBlock' in filter) && !('toBlock' in filter)) return param;
    return {
      ...filter,
      fromBlock: replaceTag(filter['fromBlock'], block),
      toBlock: replaceTag(filter['toBlock'], block),
    };
  });
  return { ...request, params };
}

export function isRequest(value: unknown): value is RpcRequest {
  return typeof value === 'object' && value !== null && 'method' in value && typeof value.method === 'string';
}

export function answerError(id: unknown, code: number, message: string): RpcAnswer {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message } };
}
