import { setTimeout as wait } from 'node:timers/promises';
import { Fault, assert } from '@openmere/core/kit/fault.ts';
import { isInTransaction } from '../db/connect.ts';

export type RpcRequest = { method: string; params?: readonly unknown[] };
/** A chain node over JSON-RPC. Every failure is a Fault `chain.…`, or an RpcAnswerError when the node itself said no. */
export type Rpc = {
  call(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Answers in the order of the requests; all or nothing. */
  batch(requests: readonly RpcRequest[], signal?: AbortSignal): Promise<unknown[]>;
};
export type RpcOptions = { timeoutMs?: number; batchMax?: number; answerBytesMax?: number };

const TIMEOUT_MS = 4_000;
/** Long lists take their time. */
const TIMEOUT_MS_LONG = 10_000;
const BATCH_MAX = 50;
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
/** Of whatever is no list and no block: code that anybody sends along may answer with as much as it likes. */
const ANSWER_BYTES_SHORT = 2 * 1024 * 1024;

/** How often what is missing in an answer is asked for again, and the pause before the second time. */
const REPEATS_MAX = 6;
const REPEAT_PAUSE_MS = 15;
const LONG: ReadonlySet<string> = new Set(['eth_getLogs', 'eth_getBlockReceipts']);
/** As large as a block is: with all its transactions megabytes, and no question that asks for less. */
const BLOCKS: ReadonlySet<string> = new Set(['eth_getBlockByHash', 'eth_getBlockByNumber']);
/** Questions to which null is no answer. */
const NEVER_NULL: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
]);
/** Null may be an answer here, but more often the node does not have it yet. */
const SELDOM_NULL: ReadonlySet<string> = new Set([
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
]);
/** The address serves us nothing, whatever it says besides: no key, not paid, barred, another path, too often. */
const AWAY: ReadonlySet<number> = new Set([401, 402, 403, 404, 429]);
/** What this address does not offer (receipts, say) is an answer: it serves us all else. */
const NO_METHOD = /"code"\s*:\s*-32601\b/;
const MISSING = Symbol('missing');

/** A refusal by HTTP. `retryAfterMs`: how long the node wants to be left alone, 0 when it does not say. */
export class StatusError extends Error {
  readonly retryAfterMs: number;

  constructor(status: number, retryAfterMs: number) {
    super(`status ${status}`);
    this.name = 'StatusError';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The node understood the request and refused it: a revert, a limit, an unknown block. */
export class RpcAnswerError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.name = 'RpcAnswerError';
    this.code = code;
    this.data = data;
  }
}

/**
 * Talks to a node at an http(s) address. Redirects are not followed, answers are bounded in time and size. What an answer
 * lacks, or has as null where there must be something, is asked for again, a few times: behind an address there may be nodes of
 * which some have it.
 */
export function createRpc(url: string, options: RpcOptions = {}): Rpc {
  const { batchMax = BATCH_MAX, answerBytesMax = ANSWER_BYTES_MAX } = options;
  let lastId = 0;

  const send = async (requests: readonly RpcRequest[], signal?: AbortSignal): Promise<unknown[]> => {
    // A slow node would hold the connection, and with a few of them the pool.
    assert(!isInTransaction(), `${requests[0]?.method} is asked inside a transaction`);
    const first = lastId + 1;
    lastId += requests.length;
    const bodies = requests.map(({ method, params = [] }, index) => ({
      jsonrpc: '2.0',
      id: first + index,
      method,
      params,
    }));
    const single = bodies.length === 1;
    const isLong = requests.length > 10 || requests.some(({ method }) => LONG.has(method));
    const isLarge = isLong || requests.some(({ method }) => BLOCKS.has(method));
    const timeoutMs = options.timeoutMs ?? (isLong ? TIMEOUT_MS_LONG : TIMEOUT_MS);
    const text = await post(
      url,
      JSON.stringify(single ? bodies[0] : bodies),
      timeoutMs,
      isLarge ? answerBytesMax : Math.min(answerBytesMax, ANSWER_BYTES_SHORT),
      signal,
    );
    return readAnswers(text, first, requests.length);
  };

  const ask = async (requests: readonly RpcRequest[], signal?: AbortSignal): Promise<unknown[]> => {
    const answers = await send(requests, signal);
    for (let repeats = 0; ; repeats += 1) {
      const open = requests.flatMap((request, index) => (isAnswered(request, answers[index]) ? [] : [index]));
      if (open.length === 0) return answers;
      if (repeats === REPEATS_MAX) return answers.map((answer, index) => orNull(requests[index], answer));
      if (repeats > 0) await wait(REPEAT_PAUSE_MS * repeats);
      const again = await send(
        open.flatMap((index) => requests[index] ?? []),
        signal,
      );
      for (const [at, index] of open.entries()) answers[index] = again[at];
    }
  };

  return {
    async call(method, params = [], signal) {
      const [answer] = await ask([{ method, params }], signal);
      return answer;
    },
    async batch(requests, signal) {
      const answers: unknown[] = [];
      for (let start = 0; start < requests.length; start += batchMax) {
        answers.push(...(await ask(requests.slice(start, start + batchMax), signal)));
      }
      return answers;
    },
  };
}

function isAnswered({ method }: RpcRequest, answer: unknown): boolean {
  return answer !== MISSING && (answer !== null || !(NEVER_NULL.has(method) || SELDOM_NULL.has(method)));
}

/** What is still missing after all repetitions: null where that may be an answer, else a fault. */
function orNull(request: RpcRequest | undefined, answer: unknown): unknown {
  if (request && answer !== MISSING && (answer !== null || !NEVER_NULL.has(request.method))) return answer;
  throw badAnswer(`no answer to ${request?.method}`);
}

async function post(
  url: string,
  body: string,
  timeoutMs: number,
  bytesMax: number,
  signal?: AbortSignal,
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await readBounded(response, bytesMax);
    // Some nodes put a JSON-RPC error under a 4xx status; anything else is the world's failure, and so is a key that is none any more.
    const isRefused = (AWAY.has(response.status) && !NO_METHOD.test(text)) || response.status >= 500;
    if (isRefused || (!response.ok && !text.startsWith('{'))) {
      throw new StatusError(response.status, readRetryAfter(response.headers.get('retry-after')));
    }
    return text;
  } catch (cause) {
    if (cause instanceof RpcAnswerError) throw cause;
    throw new Fault('chain.unreachable', { retry: true, cause });
  }
}

/** Seconds or a date, in milliseconds from now; 0 for anything else. */
function readRetryAfter(text: string | null): number {
  if (text === null) return 0;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return ms > 0 ? ms : 0;
}

async function readBounded(response: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    // The question's fault, whichever node is asked.
    if (size > bytesMax) throw new RpcAnswerError(-32003, `response size over ${bytesMax} bytes`, undefined);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Answers by their id, or MISSING; a doubled or foreign id is a fault, not something to guess about. */
function readAnswers(text: string, first: number, count: number): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new Fault('chain.badanswer', { retry: true, cause });
  }
  const list = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  if (!Array.isArray(parsed) && count > 1) throw errorOf(parsed) ?? badAnswer('one answer for a batch');
  const answers = new Map<number, unknown>();
  for (const item of list) {
    const failure = errorOf(item);
    if (failure) throw failure;
    const { id, result } = item as { id?: unknown; result?: unknown };
    if (typeof id !== 'number' || id < first || id >= first + count || answers.has(id)) {
      throw badAnswer(`answer to request ${String(id)}`);
    }
    answers.set(id, result === undefined ? MISSING : result);
  }
  return Array.from({ length: count }, (_, index) =>
    answers.has(first + index) ? answers.get(first + index) : MISSING,
  );
}

function errorOf(item: unknown): Error | undefined {
  if (typeof item !== 'object' || item === null) return badAnswer('an answer that is no object');
  if (!('error' in item) || !item.error) return undefined;
  // A gateway's own words in front of a node: not what a node says to a question.
  if (typeof item.error !== 'object')
    return badAnswer(`an error that is no object: ${JSON.stringify(item.error).slice(0, 100)}`);
  const { code, message, data } = item.error as { code?: unknown; message?: unknown; data?: unknown };
  return new RpcAnswerError(
    Number(code ?? -32603),
    typeof message === 'string' ? message : 'no message',
    data,
  );
}

function badAnswer(what: string): Fault {
  return new Fault('chain.badanswer', { retry: true, cause: new Error(what) });
}
