import { Unreachable } from '../api-client.ts';

/** The chain node answered with an error; `data` holds the revert when a call failed. */
export class RpcRefused extends Error {
  /** Not named `code`: JSON-RPC numbers mean other things than a wallet's. */
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(rpcCode: number, message: string, data: unknown) {
    super(message);
    this.name = 'RpcRefused';
    this.rpcCode = rpcCode;
    this.data = data;
  }
}

/** Reads the chain: our relay, or in tests a scripted one. */
export type ReadChain = (method: string, params: readonly unknown[]) => Promise<unknown>;

type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } };
const TIMEOUT_MS = 20_000;
let nextId = 1;

/** Too many requests: who goes quickly from screen to screen asks for much at once, and may ask again in a moment. */
const BUSY = -32005;
const busyPausesMs = [500, 1000, 2000];

async function ask(method: string, params: readonly unknown[]): Promise<Answer> {
  try {
    const response = await fetch('/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'same-origin',
    });
    return (await response.json()) as Answer;
  } catch (error) {
    throw new Unreachable(error);
  }
}

/**
 * One JSON-RPC call through our own origin (`POST /rpc`). Throws `RpcRefused` when the node says no, `Unreachable` when
 * it cannot be asked.
 */
export const readChain: ReadChain = async (method, params) => {
  let answer = await ask(method, params);
  for (const pauseMs of busyPausesMs) {
    if (answer.error?.code !== BUSY) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    answer = await ask(method, params);
  }
  if (!answer.error) return answer.result;
  const { code, message, data } = answer.error;
  // -32603: the node is away. It and too many requests pass by themselves.
  if ((code === -32603 && data === undefined) || code === BUSY) throw new Unreachable(new Error(message));
  throw new RpcRefused(code, message, data);
};
