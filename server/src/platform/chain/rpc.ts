import { Fault } from '@openmere/core/kit/fault.ts';

export type RpcRequest = { method: string; params?: readonly unknown[] };
/** A chain node over JSON-RPC. Every failure is a Fault `chain.…`, or an RpcAnswerError when the node itself said no. */
export type Rpc = {
  call(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Answers in the order of the requests; all or nothing. */
  batch(requests: readonly RpcRequest[], signal?: AbortSignal): Promise<unknown[]>;
};
export type RpcOptions = { timeoutMs?: number; batchMax?: number; answerBytesMax?: number };

const TIMEOUT_MS = 10_000;
const BATCH_MAX = 50;
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

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

/** Talks to a node at an http(s) address. Redirects are not followed, answers are bounded in time and size. */
export function createRpc(url: string, options: RpcOptions = {}): Rpc {
  const { timeoutMs = TIMEOUT_MS, batchMax = BATCH_MAX, answerBytesMax = ANSWER_BYTES_MAX } = options;
  let lastId = 0;

  const send = async (requests: readonly RpcRequest[], signal?: AbortSignal): Promise<unknown[]> => {
    const first = lastId + 1;
    lastId += requests.length;
    const bodies = requests.map(({ method, params = [] }, index) => ({
      jsonrpc: '2.0',
      id: first + index,
      method,
      params,
    }));
    const single = bodies.length === 1;
    const text = await post(
      url,
      JSON.stringify(single ? bodies[0] : bodies),
      timeoutMs,
      answerBytesMax,
      signal,
    );
    return readAnswers(text, first, requests.length);
  };

  return {
    async call(method, params = [], signal) {
      const [answer] = await send([{ method, params }], signal);
      return answer;
    },
    async batch(requests, signal) {
      const answers: unknown[] = [];
      for (let start = 0; start < requests.length; start += batchMax) {
        answers.push(...(await send(requests.slice(start, start + batchMax), signal)));
      }
      return answers;
    },
  };
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
    // Some nodes put a JSON-RPC error under a 4xx status; anything else is the world's failure.
    if (!response.ok && !text.startsWith('{')) throw new Error(`status ${response.status}`);
    if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
    return text;
  } catch (cause) {
    throw new Fault('chain.unreachable', { retry: true, cause });
  }
}

async function readBounded(response: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > bytesMax) throw new Error(`answer over ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Answers by their id; a missing, doubled or foreign id is a fault, not something to guess about. */
function readAnswers(text: string, first: number, count: number): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new Fault('chain.nonsense', { retry: true, cause });
  }
  const list = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  if (list.length === 1 && count > 1) throw errorOf(list[0]) ?? nonsense('one answer for a batch');
  const answers = new Map<number, unknown>();
  for (const item of list) {
    const failure = errorOf(item);
    if (failure) throw failure;
    const { id, result } = item as { id?: unknown; result?: unknown };
    if (typeof id !== 'number' || id < first || id >= first + count || answers.has(id)) {
      throw nonsense(`answer to request ${String(id)}`);
    }
    if (result === undefined) throw nonsense('an answer without result');
    answers.set(id, result);
  }
  if (answers.size !== count) throw nonsense(`${answers.size} answers to ${count} requests`);
  return Array.from({ length: count }, (_, index) => answers.get(first + index));
}

function errorOf(item: unknown): Error | undefined {
  if (typeof item !== 'object' || item === null) return nonsense('an answer that is no object');
  if (!('error' in item) || !item.error) return undefined;
  const { code, message, data } = item.error as { code?: unknown; message?: unknown; data?: unknown };
  return new RpcAnswerError(
    Number(code ?? -32603),
    typeof message === 'string' ? message : 'no message',
    data,
  );
}

function nonsense(what: string): Fault {
  return new Fault('chain.nonsense', { retry: true, cause: new Error(what) });
}
