import { Fault } from '@openmere/core/kit/fault.ts';
import { createPublicClient, custom, defineChain } from 'viem';
import type { PublicClient } from 'viem';
import { createRpc, RpcAnswerError } from './rpc.ts';
import type { Rpc, RpcOptions } from './rpc.ts';

/**
 * A JSON-RPC connection that answers nothing before the node has named the right chain id: asked at the first request and
 * again after every failed one (a reconnect may reach another node). A wrong id is a Fault `chain.wrongchain`.
 */
export function guardChainId(rpc: Rpc, chainId: number): Rpc {
  let proved: Promise<void> | undefined;

  const prove = async (signal?: AbortSignal): Promise<void> => {
    const answer = await rpc.call('eth_chainId', [], signal).catch((cause: unknown) => {
      // Whoever refuses even this serves us nothing; it is asked again.
      throw cause instanceof RpcAnswerError ? new Fault('chain.unreachable', { retry: true, cause }) : cause;
    });
    if (typeof answer !== 'string' || Number(answer) !== chainId) {
      const cause = new Error(`the node says chain ${String(answer)}, wanted is ${chainId}`);
      throw new Fault('chain.wrongchain', { retry: true, cause });
    }
  };
  const guarded = async <T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const proof = (proved ??= prove(signal));
    try {
      await proof;
      return await ask();
    } catch (error) {
      // An answered refusal (a revert) is no reconnect.
      if (error instanceof Fault) proved = undefined;
      throw error;
    }
  };
  return {
    call: (method, params, signal) => guarded(() => rpc.call(method, params, signal), signal),
    batch: (requests, signal) => guarded(() => rpc.batch(requests, signal), signal),
  };
}

/** viem's client over a guarded connection. Nothing is cached; errors of the node keep their code and data. */
export function createChainClient(rpcUrl: string, chainId: number, options: RpcOptions = {}): PublicClient {
  return clientOver(guardChainId(createRpc(rpcUrl, options), chainId), chainId, rpcUrl);
}

export function clientOver(rpc: Rpc, chainId: number, rpcUrl = 'http://127.0.0.1'): PublicClient {
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    rpc.call(method, Array.isArray(params) ? (params as unknown[]) : []);
  return createPublicClient({ chain, transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 });
}
