import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '@openmere/core/kit/fault.ts';
import { keccak256 } from 'viem';
import { Endpoint } from './endpoint.ts';
import type { Hex } from './log.ts';
import { RpcAnswerError } from './rpc.ts';
import type { Rpc, RpcOptions } from './rpc.ts';

/** So long one question may take over all addresses and repetitions. */
const BUDGET_MS = 12_000;
/** How often all addresses are asked again when none has what a question is about (a block that is not there yet). */
const ROUNDS_MAX = 2;
const ROUND_PAUSE_MS = 100;

type Ask<T> = (endpoint: Endpoint) => Promise<T>;
/** What a failed attempt says: the address is in trouble, another one may know more, or this is the answer. */
type Verdict = 'trouble' | 'elsewhere' | 'answer';

/**
 * Asks one address after the other, in their order, those that are well first: a question that got no answer is put again,
 * within `budgetMs`, to another address or, after a rest, to the same. One batch is answered by one address. What a node
 * refuses for good (a revert) is an answer. Reads that belong together over several questions name a block by its hash
 * (`atBlock`), so that it does not matter which address answers.
 *
 * Bytes that were sent are sent again in the same way, which can do no harm; a node that knows them by then has taken them the
 * first time, so that this counts as accepted.
 */
export function createFailover(endpoints: readonly Endpoint[], budgetMs: number = BUDGET_MS): Rpc {
  const ask = <T>(attempt: Ask<T>, signal?: AbortSignal): Promise<T> =>
    askInTurn(endpoints, attempt, budgetMs, signal);
  return {
    call: (method, params = [], signal) =>
      method === 'eth_sendRawTransaction'
        ? send(ask, params, signal)
        : ask(({ rpc }) => rpc.call(method, params, signal), signal),
    batch: (requests, signal) => ask(({ rpc }) => rpc.batch(requests, signal), signal),
  };
}

export function listEndpoints(
  urls: readonly string[],
  chainId: number,
  options: RpcOptions = {},
): Endpoint[] {
  return urls.map((url) => new Endpoint(url, chainId, options));
}

/** The chain behind these addresses, each of which must name the right chain id first (`guardChainId`). */
export function connectChain(
  urls: readonly string[],
  chainId: number,
  options: RpcOptions & { budgetMs?: number } = {},
): Rpc {
  return createFailover(listEndpoints(urls, chainId, options), options.budgetMs);
}

async function askInTurn<T>(
  endpoints: readonly Endpoint[],
  attempt: Ask<T>,
  budgetMs: number,
  signal?: AbortSignal,
): Promise<T> {
  const until = performance.now() + budgetMs;
  const tried = new Set<Endpoint>();
  let last: unknown = new Fault('chain.unreachable', { retry: true, cause: new Error('every node rests') });
  let rounds = 0;
  for (;;) {
    const endpoint = nextOf(endpoints, tried);
    const { restMs } = endpoint;
    if (performance.now() + restMs >= until || signal?.aborted) throw last;
    if (restMs > 0) await wait(restMs, undefined, signal ? { signal } : {}).catch(() => undefined);
    const askedAt = performance.now();
    try {
      const answer = await attempt(endpoint);
      endpoint.succeed();
      return answer;
    } catch (error) {
      // The asker gave up: nobody's trouble.
      if (signal?.aborted) throw error;
      const verdict = judge(error);
      if (verdict === 'answer') throw error;
      if (verdict === 'trouble') endpoint.fail(error, askedAt);
      last = error;
    }
    tried.add(endpoint);
    if (tried.size < endpoints.length) continue;
    tried.clear();
    if (isFinal(last) || (judge(last) === 'elsewhere' && (rounds += 1) > ROUNDS_MAX)) throw last;
    if (judge(last) === 'elsewhere') await wait(ROUND_PAUSE_MS);
  }
}

/** The first healthy address, else the one that rests least; not one that was tried already. */
function nextOf(endpoints: readonly Endpoint[], tried: ReadonlySet<Endpoint>): Endpoint {
  for (const endpoint of endpoints) if (!tried.has(endpoint)) endpoint.probe();
  const left = endpoints.filter((endpoint) => !tried.has(endpoint));
  const [first, ...others] = left.some(({ isHealthy }) => isHealthy)
    ? left.filter(({ isHealthy }) => isHealthy)
    : left;
  if (!first) throw new Error('no address to ask');
  if (first.isHealthy) return first;
  return others.reduce((best, one) => (one.restMs < best.restMs ? one : best), first);
}

function judge(error: unknown): Verdict {
  if (error instanceof Fault) return 'trouble';
  if (!(error instanceof RpcAnswerError)) return 'answer';
  // Whoever wrote the contract chose these words.
  if (isRevert(error)) return 'answer';
  // "More than 10000 results" is a limit of the question, whoever is asked.
  if (/results|range|response size/i.test(error.message)) return 'answer';
  if (
    /rate limit|too many requests|limit exceeded|capacity|quota|overloaded|temporarily|try again/i.test(
      error.message,
    )
  )
    return 'trouble';
  if (
    /(header|block)\b.*\bnot found|not currently canonical|unknown block|missing trie|state .*not available|pruned|historical/i.test(
      error.message,
    )
  )
    return 'elsewhere';
  return error.code === -32005 || error.code === 429 ? 'trouble' : 'answer';
}

/** What a call of a contract ended with: code 3 of geth's, -32015 of Nethermind's, and some say it in words only. */
function isRevert({ code, message }: RpcAnswerError): boolean {
  return code === 3 || code === -32015 || /^(vm )?(execution|exception)\b.*\brevert/i.test(message);
}

/** Asking all of them again would change nothing. */
function isFinal(error: unknown): boolean {
  return error instanceof Fault && error.code === 'chain.wrongchain';
}

async function send(
  ask: <T>(attempt: Ask<T>, signal?: AbortSignal) => Promise<T>,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> {
  const hash = keccak256(params[0] as Hex);
  let isPerhapsSent = false;
  return ask(async ({ rpc }) => {
    try {
      return await rpc.call('eth_sendRawTransaction', params, signal);
    } catch (error) {
      if (error instanceof Fault) isPerhapsSent = true;
      if (!(error instanceof RpcAnswerError) || !isPerhapsSent) throw error;
      if (isKnown(error)) return hash;
      // Its nonce may be used by these very bytes.
      if (await rpc.call('eth_getTransactionByHash', [hash], signal).catch(() => null)) return hash;
      throw error;
    }
  }, signal);
}

/** Nodes differ in wording and agree in these words (geth, BSC, erigon, anvil). */
function isKnown({ message }: RpcAnswerError): boolean {
  return /already known|known transaction|already imported|already in (the )?pool/i.test(message);
}
