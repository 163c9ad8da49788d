import { Follower } from '@openmere/server/platform/chain/follower.ts';
import type { Hex, LogHandler } from '@openmere/server/platform/chain/log.ts';
import { loadWatches } from '@openmere/server/platform/chain/log.ts';
import { createChainReader, quantity } from '@openmere/server/platform/chain/reader.ts';
import { createRpc } from '@openmere/server/platform/chain/rpc.ts';
import { inTransaction } from '@openmere/server/platform/db/connect.ts';
import type { Db } from '@openmere/server/platform/db/connect.ts';

export type Run = { logs: number; ms: number };

/**
 * The reference: the same logs by `eth_getLogs`, and the headers of their blocks, because a log does not say its time; in
 * ranges that a node likes, without checks, handlers or database.
 */
export async function plainLoop(
  db: Db,
  url: string,
  handlers: readonly LogHandler[],
  span: number,
): Promise<Run> {
  const rpc = createRpc(url);
  const watches = await inTransaction(db, (tx) => loadWatches(tx, handlers));
  const head = Number(await rpc.call('eth_blockNumber'));
  const start = performance.now();
  let logs = 0;
  for (let from = 0; from <= head; from += span) {
    const range = {
      fromBlock: quantity(BigInt(from)),
      toBlock: quantity(BigInt(Math.min(from + span - 1, head))),
    };
    const blocks = new Set<Hex>();
    for (const { handler, addresses, filter } of watches) {
      const topics: (readonly Hex[] | null)[] = [
        [handler.topic0, ...(handler.moreTopics ?? [])],
        null,
        null,
        null,
      ];
      if (filter) topics[filter.position] = filter.values;
      const asked = {
        ...range,
        address: [...addresses],
        topics: topics.slice(0, (filter?.position ?? 0) + 1),
      };
      for (const { blockNumber } of (await rpc.call('eth_getLogs', [asked])) as { blockNumber: Hex }[]) {
        blocks.add(blockNumber);
        logs += 1;
      }
    }
    await rpc.batch([...blocks].map((block) => ({ method: 'eth_getBlockByNumber', params: [block, false] })));
  }
  return { logs, ms: performance.now() - start };
}

/** All of it: headers and their links, blooms, the second look, claims, trades, candles, pool series, the ledger. */
export async function indexAll(
  db: Db,
  url: string,
  chainId: number,
  handlers: readonly LogHandler[],
): Promise<Run> {
  const follower = new Follower({
    db,
    chainId,
    reader: createChainReader(createRpc(url), chainId),
    confirmations: async () => 1,
    startBlock: 0n,
    handlers,
    onFork: async (_tx, reason) => {
      throw new Error(reason);
    },
  });
  const start = performance.now();
  let logs = 0;
  for (let more = true; more;) {
    const polled = await follower.poll();
    logs += polled.applied;
    more = polled.more;
  }
  return { logs, ms: performance.now() - start };
}
