import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  id: number;
  method: string;
  params?: readonly { toBlock?: string }[];
}

/**
 * A node that passes questions on to another one, but refuses logs of blocks that are not there yet, as geth and BSC's do
 * (ethereum/execution-apis #875).
 */
export async function startStrictNode(
  upstream: string,
): Promise<{ rpcUrl: string; stop: () => Promise<void> }> {
  const pass = async (body: string): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(upstream, { method: 'POST', body, headers })).text();
  };
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request) body += String(part);
      const { id, method, params } = JSON.parse(body) as Asked;
      const head = await pass(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
      );
      const { result } = JSON.parse(head) as { result: string };
      const isBeyond = method === 'eth_getLogs' && Number(params?.[0]?.toBlock) > Number(result);
      const error = { code: -32602, message: 'block range extends beyond current head block' };
      response.end(isBeyond ? JSON.stringify({ jsonrpc: '2.0', id, error }) : await pass(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
