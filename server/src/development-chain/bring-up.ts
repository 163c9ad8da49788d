import { startAnvil } from './anvil.ts';
import type { Anvil } from './anvil.ts';
import type { RpcAnswer, RpcRequest } from './calls.ts';
import { ChainStateFault, hasStates, readStates } from './state-files.ts';
import type { ChainState } from './state-files.ts';

export type Log = (line: string) => void;
export type Block = { number: string; hash: string; timestamp: string };

/** The node ended while it held this call: whether it took effect is unknown to the caller. */
export class NodeGone extends Error {
  constructor(options?: ErrorOptions) {
    super('The development chain was restarted during this call.', options);
  }
}

/** Sends one body to the node. Throws {@link NodeGone} when there is no answer. */
export async function post(url: string, body: string): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return await answer.text();
  } catch (error) {
    throw new NodeGone({ cause: error });
  }
}

/** One call to the node; the answer's error becomes an exception. */
export async function callAt(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const text = await post(
    url,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params } satisfies RpcRequest),
  );
  const answer = JSON.parse(text) as RpcAnswer;
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

/** True when the loaded chain holds what was promised: the saved head, with the same hash. */
async function proves(url: string, state: ChainState): Promise<boolean> {
  const number = `0x${state.head.toString(16)}`;
  const head = (await callAt(url, 'eth_getBlockByNumber', [number, false])) as Block | null;
  return head !== null && head.hash === state.headHash;
}

async function sendAgain(url: string, state: ChainState, log: Log): Promise<void> {
  for (const raw of state.unmined) {
    await callAt(url, 'eth_sendRawTransaction', [raw]).catch((error: unknown) =>
      log(`A waiting transaction was not taken again: ${String(error)}`),
    );
  }
}

/**
 * Starts the node with the newest state that is whole and loads; a new chain, from the time `genesis` on (Unix seconds),
 * only where there was none at all. Throws
 * {@link ChainStateFault} when there are states and none of them serves.
 */
export async function bringUp(
  dir: string,
  log: Log,
  options: { genesis?: number | undefined; signal: AbortSignal },
): Promise<{ anvil: Anvil; state: ChainState | undefined }> {
  for await (const state of readStates(dir, log)) {
    const anvil = await startAnvil(dir, state, options);
    if (await proves(anvil.url, state)) {
      await sendAgain(anvil.url, state, log);
      return { anvil, state };
    }
    log(`The state of block ${state.head} did not load as it was saved; the one before it is used.`);
    anvil.kill();
    await anvil.exited;
  }
  if (await hasStates(dir)) {
    throw new ChainStateFault(
      `The saved development chain in ${dir} is damaged: restore that folder, or move the data folder away to begin anew.`,
    );
  }
  return { anvil: await startAnvil(dir, undefined, options), state: undefined };
}
